import { z } from 'zod'
import { brandRead, contract, fanWrite, roles, tenantRead } from '#kit/contract.ts'
import { id } from '#kit/text.ts'
import { instant } from '#kit/time.ts'
import { notificationKinds } from './notification'

const kind = z.enum(notificationKinds)

export const notifications = contract({
  /** What happened in a brand in the last two weeks, as far as the reader's role sees it; the newest first. */
  getNotifications: brandRead({
    roles,
    payload: {},
    result: z.object({
      notifications: z.array(
        z.object({ kind, at: instant, itemId: z.string(), name: z.string(), detail: z.string(), isNew: z.boolean() }),
      ),
      unread: z.int(),
    }),
  }),
  /** Everything until this moment has been looked at: the reader's own mark, which nobody else sees. */
  markNotificationsSeen: fanWrite({
    by: 'brand',
    payload: { until: instant },
    result: z.object({ seenAt: instant }),
    refusals: ['clubNotFound'],
    limit: { points: 60, seconds: 60 },
  }),
  getNotificationSettings: tenantRead({
    roles,
    payload: {},
    result: z.object({
      /** Kinds that the reader's role may see, and those that are mailed. */
      kinds: z.array(z.object({ kind, byMail: z.boolean() })),
    }),
  }),
  saveNotificationSettings: fanWrite({
    payload: { tenantId: id, byMail: z.array(kind).max(notificationKinds.length) },
    result: z.object({ byMail: z.array(kind) }),
    refusals: ['clubNotFound'],
    limit: { points: 60, seconds: 60 },
  }),
})
