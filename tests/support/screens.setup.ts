import { prepare } from './screen'

// For each file: what is imported already does not say it again.
prepare()
