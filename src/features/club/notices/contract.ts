import { z } from 'zod'
import { contract, fanRead, fanWrite } from '#kit/contract.ts'
import { instant } from '#kit/time.ts'
import { noticeKinds } from './notice'

export const notices = contract({
  /** What happened for the caller in all of their clubs in the last two weeks; the newest first. */
  getMyNotices: fanRead({
    payload: {},
    result: z.object({
      notices: z.array(
        z.object({
          kind: z.enum(noticeKinds),
          at: instant,
          brand: z.object({ slug: z.string(), name: z.string(), icon: z.string() }),
          /** Id of the content or order that it leads to. */
          itemId: z.string(),
          name: z.string(),
          detail: z.string(),
          startAt: instant.nullable(),
          isNew: z.boolean(),
        }),
      ),
      unread: z.int(),
    }),
  }),
  /** Everything until this moment has been looked at, on whatever device. */
  markMyNoticesSeen: fanWrite({
    payload: { until: instant },
    result: z.object({ seenAt: instant }),
    limit: { points: 60, seconds: 60 },
  }),
  /** The caller has opened a page of the brand: what it published until now is not new any more. Of no effect where it does not know them. */
  markClubSeen: fanWrite({
    by: 'brand',
    payload: {},
    result: z.object({}),
    limit: { points: 120, seconds: 60 },
  }),
})
