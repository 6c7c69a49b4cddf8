import type { Yen } from '../../kit/money'
import type { Instant } from '../../kit/time'
import { confirmationOf } from '../orders/confirmation'

type Moved = { locale: 'ja' | 'en'; now: Instant; name: string; price: Yen; interval: 'month' | 'year'; from: Instant }

/** What a member who paid at stores is told before going on by card; `from`: when the present term ends. */
export const movedToCard = ({ from, ...of }: Moved) =>
  confirmationOf({ ...of, kind: 'plan', method: 'card', konbiniFee: 0, endsAt: null, chargedFrom: from })
