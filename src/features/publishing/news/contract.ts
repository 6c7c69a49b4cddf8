import { z } from 'zod'
import { isFixed, noticeKinds, noticeWays } from '#club/push/notice.ts'
import { brandRead, brandWrite, contentRoles, contract, fanRead, fanWrite, visitorWrite } from '#kit/contract.ts'
import { id } from '#kit/text.ts'
import { instant } from '#kit/time.ts'

/** That the members are told of a content: wanted at, told at, and how many were told. */
const contentNotice = z.object({
  wantedAt: instant,
  toldAt: instant.nullable(),
  told: z.int().min(0),
})

export const memberNews = contract({
  /** Clubs that know the caller: joined, bought from or commented at. Only members get news. */
  getMailSettings: fanRead({
    payload: {},
    result: z.object({
      brands: z.array(
        z.object({
          tenantId: id,
          brandId: id,
          name: z.string(),
          slug: z.string(),
          icon: z.string(),
          isMember: z.boolean(),
          newsByMail: z.boolean(),
          isEmailVisible: z.boolean(),
          /** What the fan is told of, and how; mails of news follow `newsByMail` as well. */
          notices: z.array(z.object({ kind: z.enum(noticeKinds), byMail: z.boolean(), byPush: z.boolean() })),
        }),
      ),
    }),
  }),
  setNewsByMail: fanWrite({
    by: 'brand',
    payload: { isOn: z.boolean() },
    result: z.object({ newsByMail: z.boolean() }),
    refusals: ['fanNotFound'],
    limit: { points: 60, seconds: 60 },
  }),
  /**
   * One kind of what a club tells, in one way. Who had stopped all of its news by mail and chooses one kind of them gets that kind alone.
   * Mails about orders always come.
   */
  setNotice: fanWrite({
    by: 'brand',
    payload: { kind: z.enum(noticeKinds), way: z.enum(noticeWays), isOn: z.boolean() },
    check: ({ kind, way }, issue) => {
      if (isFixed(kind, way)) issue('way', 'invalid')
    },
    result: z.object({}),
    refusals: ['fanNotFound'],
    limit: { points: 120, seconds: 60 },
  }),
  /** Whether the club's owner and admins see the caller's e-mail address without asking for it. */
  setEmailVisible: fanWrite({
    by: 'brand',
    payload: { isOn: z.boolean() },
    result: z.object({ isEmailVisible: z.boolean() }),
    refusals: ['fanNotFound'],
    limit: { points: 60, seconds: 60 },
  }),
  /** By the link in a mail, without signing in. */
  stopNewsByMail: visitorWrite({
    payload: { token: z.string().min(1).max(800) },
    result: z.object({ brand: z.object({ name: z.string(), slug: z.string() }) }),
    refusals: ['linkUnknown'],
    limit: { points: 20, seconds: 60 },
  }),
  /** Whether the members are told of a content, or were; null: neither. */
  getContentNotice: brandRead({
    roles: contentRoles,
    payload: { planContentId: id },
    result: z.object({ notice: contentNotice.nullable() }),
  }),
  /** How many members a content that opens so would be told to now: those who can read it, and how it reaches them. */
  getContentReach: brandRead({
    roles: contentRoles,
    payload: { viewableBy: z.enum(['allUsers', 'paidUsers']), planIds: z.array(id).max(50) },
    result: z.object({ members: z.int(), byMail: z.int(), byPush: z.int() }),
  }),
  /**
   * The members are told of the content, by mail and by message as each of them has chosen: once, ten minutes after it can be read, so
   * that several contents become one notice. It may be taken back until then.
   */
  setContentNotice: brandWrite({
    roles: contentRoles,
    audit: ['planContentId', 'isWanted'],
    payload: { planContentId: id, isWanted: z.boolean() },
    result: z.object({ notice: contentNotice.nullable() }),
    refusals: ['contentNotFound', 'alreadyTold'],
    limit: { points: 60, seconds: 60 },
  }),
})
