import type { ResultOf } from '#kit/contract.ts'
import type { orders } from '#money/orders/contract.ts'

export type KonbiniPayment = ResultOf<(typeof orders)['getKonbiniPayment']>
