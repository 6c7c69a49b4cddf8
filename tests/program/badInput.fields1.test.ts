import { refusesBadFields } from '../support/badFields'

refusesBadFields(0, 2)
