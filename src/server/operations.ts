import { applications } from '../features/applications/contract'
import { applicationHandlers } from '../features/applications/operations.server'
import { brands } from '../features/brands/contract'
import { brandHandlers } from '../features/brands/operations.server'
import { identity } from '../features/identity/contract'
import { identityHandlers } from '../features/identity/operations.server'
import { plans } from '../features/plans/contract'
import { planHandlers } from '../features/plans/operations.server'
import { tenants } from '../features/tenants/contract'
import { tenantHandlers } from '../features/tenants/operations.server'
import { uploads } from '../features/uploads/contract'
import { uploadHandlers } from '../features/uploads/operations.server'
import type { Contract, Operation } from '../kit/contract'
import type { Handler, Handlers } from './context'

type Served = { operation: Operation; handle: Handler<Operation> }

const served = <C extends Contract>(contract: C, handlers: Handlers<C>): [string, Served][] =>
  Object.values(contract).map((operation) => [
    operation.name,
    { operation, handle: handlers[operation.name] as unknown as Handler<Operation> },
  ])

/** Every operation of the program, by its name. The only place that lists the nouns' handlers. */
export const operations: ReadonlyMap<string, Served> = new Map([
  ...served(identity, identityHandlers),
  ...served(applications, applicationHandlers),
  ...served(tenants, tenantHandlers),
  ...served(brands, brandHandlers),
  ...served(plans, planHandlers),
  ...served(uploads, uploadHandlers),
])
