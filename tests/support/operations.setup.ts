import { openWorld } from './world'

// Before each file: what is imported already does not open it again.
await openWorld()
