import { z } from 'zod'
import { brandRead, contract, roles } from '#kit/contract.ts'
import { id } from '#kit/text.ts'
import { instant } from '#kit/time.ts'
import { shownSuspension } from '../suspension/contract'
import { fanActKinds, firstSteps, todoKinds, upcomingKinds } from './home'

export const brandHome = contract({
  /** What fans did, newest first, as far as the caller's role sees it; `next` as `before` asks for what was before. */
  getFanActs: brandRead({
    roles,
    payload: { before: instant.optional() },
    result: z.object({
      acts: z.array(
        z.object({
          kind: z.enum(fanActKinds),
          at: instant,
          itemId: z.string(),
          name: z.string(),
          icon: z.string(),
          about: z.string(),
          text: z.string(),
          /** A comment that is shown, and the brand has not answered yet. */
          isUnanswered: z.boolean(),
        }),
      ),
      next: instant.nullable(),
    }),
  }),
  /** Home page of the portal: only counts that the caller's role may open. */
  getBrandHome: brandRead({
    roles,
    payload: {},
    result: z.object({
      /** Most urgent first. Counts stop at 10,000; kinds without a count have 1. */
      todos: z.array(
        z.object({
          kind: z.enum(todoKinds),
          count: z.int().min(1),
          /** Until when the first of them can be done, where it has an end. */
          until: instant.optional(),
        }),
      ),
      /** Null unless the platform has suspended the club (rule: club.suspended). */
      suspension: shownSuspension.nullable(),
      /** The caller's steps to the first member, in their order; empty once there was one. */
      firstSteps: z.array(z.object({ step: z.enum(firstSteps), isDone: z.boolean() })),
      numbers: z.object({
        members: z.int(),
        /** Counted days of this month only. Null if the caller's role may not see it. */
        joined: z.int().nullable(),
        ended: z.int().nullable(),
        /** In hundredths of a percent; also null if there were no members at the start of the month. */
        churn: z.int().nullable(),
        mrr: z.int().nullable(),
        /** The day whose end `mrr` was counted at. */
        mrrOf: z.string().nullable(),
        newFans: z.int().nullable(),
        sales: z
          .object({
            today: z.int(),
            thisMonth: z.int(),
            /** From the first of last month to the same day of the month as today. */
            lastMonthToDate: z.int(),
          })
          .nullable(),
      }),
      seesSubscribers: z.boolean(),
      seesFans: z.boolean(),
      /** Whether the caller may go live here. */
      canStream: z.boolean(),
      /** The next events with a date, soonest first. */
      upcoming: z.array(
        z.object({
          kind: z.enum(upcomingKinds),
          at: instant,
          name: z.string(),
          /** Id of the item; for kinds that concern a month, the month (`yyyy-mm`). */
          itemId: z.string(),
        }),
      ),
      /** Latest changes in this brand with their authors, newest first. */
      activity: z.array(
        z.object({ activityId: id, at: instant, operation: z.string(), actorName: z.string(), target: z.string() }),
      ),
    }),
  }),
})
