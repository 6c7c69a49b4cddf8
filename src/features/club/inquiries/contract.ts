import { z } from 'zod'
import {
  adminRoles,
  brandRead,
  brandWrite,
  contract,
  operatorRead,
  operatorWrite,
  visitorWrite,
} from '#kit/contract.ts'
import { searchText } from '#kit/list.ts'
import { pagination, paginationRequest } from '#kit/pagination.ts'
import { email, id, text } from '#kit/text.ts'
import { instant } from '#kit/time.ts'
import { answerReaches, assignedFilters, inquiryDirections, inquiryStates } from './inquiry'

export const inquiryLengths = { fromName: 80, subject: 120, content: 5000 } as const

const state = z.enum(inquiryStates)
const settableState = z.enum(['open', 'closed'])
const tab = z.enum(['open', 'answered', 'closed', 'all'])
const subject = text({ min: 1, max: inquiryLengths.subject })
const content = text({ min: 1, max: inquiryLengths.content, lines: true })

const summary = z.object({
  inquiryId: id,
  fromName: z.string(),
  subject: z.string(),
  state,
  assignedTo: z.string(),
  createdAt: instant,
  lastMessageAt: instant,
})
export type InquirySummary = z.infer<typeof summary>

/** `asker` is the author of the inquiry, whose text is the first message. */
const message = z.object({
  messageId: id,
  side: z.enum(['asker', 'answerer']),
  name: z.string(),
  content: z.string(),
  at: instant,
})

const thread = summary.extend({ messages: z.array(message) })
export type InquiryThread = z.infer<typeof thread>

const list = z.object({
  inquiries: z.array(summary),
  pagination,
  counts: z.object({ open: z.int(), answered: z.int(), closed: z.int(), all: z.int() }),
})
const asked = { tab: tab.optional(), q: searchText.optional(), pagination: paginationRequest.optional() }
const platformItem = { brandName: z.string(), tenantName: z.string() }

export const inquiries = contract({
  /** Sends an inquiry to a brand: stored, and mailed to its owner and administrators. */
  contactCreator: visitorWrite({
    by: 'brand',
    payload: { fromName: text({ min: 1, max: inquiryLengths.fromName }), from: email, subject, content },
    result: z.object({ success: z.literal(true) }),
    limit: { points: 5, seconds: 3600 },
  }),

  getInquiries: brandRead({
    roles: adminRoles,
    payload: { direction: z.enum(inquiryDirections).optional(), ...asked },
    result: list,
  }),
  getInquiry: brandRead({
    roles: adminRoles,
    payload: { inquiryId: id },
    result: z.object({
      inquiry: thread.extend({
        direction: z.enum(inquiryDirections),
        /** Empty if the sender's account was deleted: no answer is possible then. */
        from: z.string(),
        assignedMemberId: id.nullable(),
      }),
      assignable: z.array(z.object({ memberId: id, name: z.string() })),
    }),
    refusals: ['inquiryNotFound'],
  }),
  /** Sends an inquiry to the platform's operators. */
  createInquiry: brandWrite({
    roles: adminRoles,
    audit: ['subject'],
    payload: { subject, content },
    result: z.object({ inquiryId: id }),
    limit: { points: 10, seconds: 3600 },
  }),
  /** Answers a fan by mail, or adds a message to an inquiry to the platform. */
  replyToInquiry: brandWrite({
    roles: adminRoles,
    audit: ['inquiryId'],
    payload: { inquiryId: id, content },
    result: z.object({ messageId: id }),
    refusals: ['inquiryNotFound', 'senderGone'],
    limit: { points: 60, seconds: 3600 },
  }),
  setInquiryState: brandWrite({
    roles: adminRoles,
    audit: ['inquiryId', 'state'],
    payload: { inquiryId: id, state: settableState },
    result: z.object({ state }),
    refusals: ['inquiryNotFound', 'alreadyInState'],
  }),
  assignInquiry: brandWrite({
    roles: adminRoles,
    audit: ['inquiryId', 'memberId'],
    payload: { inquiryId: id, memberId: id.nullable() },
    result: z.object({}),
    refusals: ['inquiryNotFound', 'memberNotFound', 'notAssignable'],
  }),

  getPlatformInquiries: operatorRead({
    payload: { ...asked, assigned: z.enum(assignedFilters).optional() },
    result: list.extend({ inquiries: z.array(summary.extend(platformItem)) }),
  }),
  /** Operators are identified by their addresses in the configuration. */
  getPlatformInquiry: operatorRead({
    payload: { inquiryId: id },
    result: z.object({
      inquiry: thread.extend({
        ...platformItem,
        reaches: z.enum(answerReaches),
        /** Assignments so far, oldest first; empty `assignedTo`: unassigned. */
        assignments: z.array(z.object({ at: instant, assignedTo: z.string() })),
      }),
      operators: z.array(z.string()),
      me: z.string(),
    }),
    refusals: ['inquiryNotFound'],
  }),
  assignPlatformInquiry: operatorWrite({
    audit: ['inquiryId', 'operatorEmail'],
    payload: { inquiryId: id, operatorEmail: email.nullable() },
    result: z.object({}),
    refusals: ['inquiryNotFound', 'operatorNotFound'],
  }),
  replyToPlatformInquiry: operatorWrite({
    audit: ['inquiryId'],
    payload: { inquiryId: id, content },
    result: z.object({ messageId: id }),
    refusals: ['inquiryNotFound', 'senderGone'],
    limit: { points: 120, seconds: 3600 },
  }),
  setPlatformInquiryState: operatorWrite({
    audit: ['inquiryId', 'state'],
    payload: { inquiryId: id, state: settableState },
    result: z.object({ state }),
    refusals: ['inquiryNotFound', 'alreadyInState'],
  }),
})
