import { z } from 'zod'
import { brandRead, contract, roles } from '../../../kit/contract'
import { id } from '../../../kit/text'
import { instant } from '../../../kit/time'
import { todoKinds, upcomingKinds } from './home'

export const brandHome = contract({
  /** What a member sees first: only what their role may open is counted. */
  getBrandHome: brandRead({
    roles,
    payload: {},
    result: z.object({
      /** The most urgent first. Counts end at 10,000; what is there or not counts one. */
      todos: z.array(z.object({ kind: z.enum(todoKinds), count: z.int().min(1) })),
      numbers: z.object({
        members: z.int(),
        /** Null where the reader's role does not see it. Of the days of this month that have been counted. */
        joined: z.int().nullable(),
        ended: z.int().nullable(),
        /** In hundredths of a percent; null as well where the month began without members. */
        churn: z.int().nullable(),
        mrr: z.int().nullable(),
        /** The day at whose end that was counted. */
        mrrOf: z.string().nullable(),
        newFans: z.int().nullable(),
        sales: z
          .object({
            today: z.int(),
            thisMonth: z.int(),
            /** From the first to the same day of last month. */
            lastMonthToDate: z.int(),
          })
          .nullable(),
      }),
      seesSubscribers: z.boolean(),
      seesFans: z.boolean(),
      /** The next of everything that has a date, the soonest first. */
      upcoming: z.array(
        z.object({
          kind: z.enum(upcomingKinds),
          at: instant,
          name: z.string(),
          /** Of the thing that it is about; a month (`yyyy-mm`) of what happens to one. */
          itemId: z.string(),
        }),
      ),
      /** What has lately been changed in this brand, by whom, newest first. */
      activity: z.array(
        z.object({ activityId: id, at: instant, operation: z.string(), actorName: z.string(), target: z.string() }),
      ),
    }),
  }),
})
