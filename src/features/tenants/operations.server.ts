import type { Handlers } from '../../server/context'
import { applicationHandlers } from './applications.server'
import type { tenants } from './contract'
import { memberHandlers } from './members.server'

export const tenantHandlers: Handlers<typeof tenants> = { ...applicationHandlers, ...memberHandlers }
