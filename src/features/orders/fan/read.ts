import type { ResultOf } from '../../../kit/contract'
import type { orders } from '../contract'

export type KonbiniPayment = ResultOf<(typeof orders)['getKonbiniPayment']>
