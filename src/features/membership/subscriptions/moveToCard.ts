import type { Yen } from '#kit/money.ts'
import type { Instant } from '#kit/time.ts'
import { confirmationOf } from '#money/orders/confirmation.ts'

type Moved = { locale: 'ja' | 'en'; now: Instant; name: string; price: Yen; interval: 'month' | 'year'; from: Instant }

/** Texts shown to a store-paying member before moving to card payment; `from`: end of the current term. */
export const movedToCard = ({ from, ...of }: Moved) =>
  confirmationOf({ ...of, kind: 'plan', method: 'card', konbiniFee: 0, endsAt: null, chargedFrom: from })
