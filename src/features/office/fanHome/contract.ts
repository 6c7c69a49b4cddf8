import { z } from 'zod'
import { contract, fanRead } from '#kit/contract.ts'
import { yen } from '#kit/money.ts'
import { id } from '#kit/text.ts'
import { backNumberPeriod, instant } from '#kit/time.ts'
import { orderKinds } from '#money/orders/order.ts'
import { goings } from '#shop/orders/going.ts'

const brand = z.object({ slug: z.string(), name: z.string(), icon: z.string() })
const planContentId = id

const club = z.object({
  brandId: id,
  ...brand.shape,
  accentColor: z.string(),
  memberNumber: z.int().nullable(),
  isMember: z.boolean(),
  /** Contents they may read that were published since they last opened a page of it; at most as many as `newest` looks at. */
  newCount: z.int().min(0),
  isLive: z.boolean(),
})

export const fanHome = contract({
  /** The clubs that come after the first `offset` ones of the home. */
  getMyClubs: fanRead({
    payload: { offset: z.int().min(0).max(5000) },
    result: z.object({ clubs: z.array(club), hasMore: z.boolean() }),
  }),
  /** A fan's clubs, with what is new in them and what they wait for. What is paid for them is in getActiveMyPlans. */
  getMyHome: fanRead({
    payload: {},
    result: z.object({
      /** Those that the caller is a member of first; the others by getMyClubs. */
      clubs: z.array(club),
      hasMoreClubs: z.boolean(),
      /** Contents that the caller may read, of the last month. */
      newest: z.array(
        z.object({
          planContentId,
          brand,
          type: z.enum(['video', 'news']),
          name: z.string(),
          thumbnail: z.string(),
          publishedAt: instant,
          isNew: z.boolean(),
        }),
      ),
      /** What is on first, then the next. `mayWatch`: otherwise the page says what opens it. */
      lives: z.array(
        z.object({
          planContentId,
          brand,
          name: z.string(),
          thumbnail: z.string(),
          /** `soon`: its hour has come, and it has not begun. */
          state: z.enum(['live', 'soon', 'planned']),
          startAt: instant,
          mayWatch: z.boolean(),
        }),
      ),
      orders: z.array(
        z.object({
          orderId: id,
          orderNumber: z.string(),
          kind: z.enum(orderKinds),
          paymentMethod: z.enum(['card', 'konbini']),
          brand,
          items: z.array(z.string()),
          total: yen,
          going: z.enum(goings),
          placedAt: instant,
          dueAt: instant.nullable(),
          sentAt: instant.nullable(),
        }),
      ),
      /** Back numbers bought in the last year. */
      months: z.array(z.object({ orderId: id, brand, period: backNumberPeriod, total: yen, paidAt: instant })),
    }),
  }),
})
