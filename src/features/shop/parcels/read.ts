import type { Operation, ResultOf } from '#kit/contract.ts'
import { staffOrders } from '../desk/contract'
import type { fulfillments } from './contract'

export type Order = ResultOf<(typeof staffOrders)['getOrder']>['order']
export type Ids = { tenantId: string; brandId: string; orderId: string }
export type Revealed = ResultOf<(typeof fulfillments)['revealOrderAddress']>
export type Address = Revealed['address']

/** What every act at an order's goods changes. */
export const refresh = { refresh: [staffOrders.getOrder, staffOrders.getOrders] as readonly Operation[] }
