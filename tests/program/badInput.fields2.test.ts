import { refusesBadFields } from '../support/badFields'

refusesBadFields(1, 2)
