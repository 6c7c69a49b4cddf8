import { everything, paginationOf } from '#kit/pagination.ts'
import type { Handlers } from '#server/context.ts'
import { mailJobs } from '#server/mail/jobs.server.ts'
import type { Db, Member, Operator, User } from '#server/proven.ts'
import { personOf } from '../fans/membership.queries.server'
import { editorOf } from '../tenants/queries.server'
import type { InquirySummary, inquiries } from './contract'
import { type AnswerReach, maySet } from './inquiry'
import { answerByMail, inquiry } from './mails'
import {
  addMessage,
  addressees,
  assignableTo,
  assignedNames,
  assignmentsOf,
  type InquiryRow,
  inquiriesOf,
  inquiryOf,
  insertInquiry,
  isReadByClub,
  messagesOf,
  placesOf,
  platformInquiries,
  platformInquiry,
  setInquiry,
} from './queries.server'

const summaryOf = (row: InquiryRow, names: ReadonlyMap<string, string> = new Map()): InquirySummary => ({
  inquiryId: row.inquiryId,
  fromName: row.fromName,
  subject: row.subject,
  state: row.state,
  assignedTo: (row.assignedTo && names.get(row.assignedTo)) ?? '',
  createdAt: row.createdAt,
  lastMessageAt: row.lastMessageAt,
})

/** The inquiry's own text is the first message. */
const threadOf = async (db: Db, row: InquiryRow, names?: ReadonlyMap<string, string>) => ({
  ...summaryOf(row, names),
  messages: [
    { messageId: row.inquiryId, side: 'asker' as const, name: row.fromName, content: row.content, at: row.createdAt },
    ...(await messagesOf(db, row)).map(({ messageId, side, name, content, at }) => ({
      messageId,
      side,
      name,
      content,
      at,
    })),
  ],
})

/** Normalized like the operators' addresses in the configuration. */
const addressOf = ({ email }: User) => email.toLowerCase()
/** Inquiries to the platform only: operators are shown by their address. */
const addressesOf = (rows: readonly InquiryRow[]) =>
  new Map(rows.flatMap(({ assignedTo }) => (assignedTo?.includes('@') ? [[assignedTo, assignedTo] as const] : [])))

const emptyPlace = { brandName: '', tenantName: '' }

/** The stored language if the asker was signed in; Japanese otherwise. */
const localeOf = async (db: Db, { uid }: { uid: string | null }) =>
  (uid === null ? undefined : await personOf(db, uid))?.locale ?? 'ja'

const reachOf = async (db: Db, operator: Operator, row: InquiryRow): Promise<AnswerReach> => {
  if (row.from !== '') return 'asker'
  return (await isReadByClub(db, operator, row)) ? 'club' : 'nobody'
}

export const inquiryHandlers: Handlers<typeof inquiries> = {
  async contactCreator({ db, brand, user, now, newId, origin, enqueue }, { fromName, from, subject, content }) {
    const said = { fromName, from, subject, content }
    await insertInquiry(db, brand, {
      ...said,
      direction: 'fanToCreator',
      inquiryId: newId('inquiry'),
      uid: user?.uid ?? null,
      createdAt: now,
    })
    const { brandName, emails } = await addressees(db, brand)
    // The language of the staff is not known; clubs are Japanese.
    const reader = { origin, locale: 'ja' as const }
    const letter = inquiry(reader, { ...said, brandName })
    for (const to of emails) await enqueue(mailJobs.sendMail, { ...letter, to, locale: reader.locale, replyTo: from })
    return { success: true }
  },

  async getInquiries(
    { db, brand },
    { direction = 'fanToCreator', tab = 'open', q = '', pagination: page = everything },
  ) {
    const { rows, counts } = await inquiriesOf(db, brand, direction, { tab, q, page })
    const names = await assignedNames(db, brand, rows)
    return {
      inquiries: rows.map((row) => summaryOf(row, names)),
      pagination: paginationOf(counts[tab], page),
      counts,
    }
  },

  async getInquiry({ db, brand, refuse }, { inquiryId }) {
    const row = (await inquiryOf(db, brand, inquiryId)) ?? refuse('inquiryNotFound')
    const [assignable, names] = [await assignableTo(db, brand), await assignedNames(db, brand, [row])]
    const { direction, from, assignedTo } = row
    return {
      inquiry: {
        ...(await threadOf(db, row, names)),
        direction,
        from,
        // The club does not see which operator handles its inquiry.
        assignedMemberId: direction === 'fanToCreator' ? assignedTo : null,
      },
      assignable,
    }
  },

  async createInquiry({ db, brand, user, now, newId }, { subject, content }) {
    const inquiryId = newId('inquiry')
    const me = await editorOf(db, brand, user.uid, user)
    await insertInquiry(db, brand, {
      inquiryId,
      direction: 'creatorToPlatform',
      fromName: me?.name ?? user.email,
      from: user.email,
      uid: user.uid,
      subject,
      content,
      createdAt: now,
    })
    return { inquiryId }
  },

  async replyToInquiry({ db, brand, user, member, now, newId, origin, enqueue, refuse }, { inquiryId, content }) {
    const row = (await inquiryOf(db, brand, inquiryId, { locked: true })) ?? refuse('inquiryNotFound')
    const isAnswer = row.direction === 'fanToCreator'
    if (isAnswer && row.from === '') return refuse('senderGone')
    const messageId = newId('message')
    const me = await editorOf(db, brand, user.uid, user)
    await addMessage(db, row, {
      messageId,
      side: isAnswer ? 'answerer' : 'asker',
      uid: user.uid,
      name: me?.name ?? '',
      content,
      at: now,
    })
    if (!isAnswer) return { messageId }
    await keepAssigned(db, row, member)
    const reader = { origin, locale: await localeOf(db, row) }
    const letter = answerByMail(reader, { brandName: brand.name, content })
    const mail = { ...letter, to: row.from, locale: reader.locale }
    await enqueue(mailJobs.sendMail, { ...mail, ...(user.email && { replyTo: user.email }) })
    return { messageId }
  },

  async setInquiryState({ db, brand, refuse }, { inquiryId, state }) {
    const row = (await inquiryOf(db, brand, inquiryId, { locked: true })) ?? refuse('inquiryNotFound')
    if (!maySet(row.state, state)) return refuse('alreadyInState')
    await setInquiry(db, row, { state })
    return { state }
  },

  async assignInquiry({ db, brand, refuse }, { inquiryId, memberId }) {
    const row = (await inquiryOf(db, brand, inquiryId, { locked: true })) ?? refuse('inquiryNotFound')
    if (row.direction === 'creatorToPlatform') return refuse('notAssignable')
    const isOne = memberId === null || (await assignableTo(db, brand)).some((one) => one.memberId === memberId)
    if (!isOne) return refuse('memberNotFound')
    await setInquiry(db, row, { assignedTo: memberId, ...(row.state === 'new' && { state: 'open' }) })
    return {}
  },

  async getPlatformInquiries(
    { db, operator, user },
    { tab = 'open', q = '', assigned, pagination: page = everything },
  ) {
    const assignedTo = assigned && (assigned === 'mine' ? addressOf(user) : null)
    const asked = { tab, q, page, ...(assignedTo !== undefined && { assignedTo }) }
    const { rows, counts } = await platformInquiries(db, operator, asked)
    const [places, names] = [await placesOf(db, operator, rows), addressesOf(rows)]
    return {
      inquiries: rows.map((row) => ({ ...summaryOf(row, names), ...(places.get(row.brandId) ?? emptyPlace) })),
      pagination: paginationOf(counts[tab], page),
      counts,
    }
  },

  async getPlatformInquiry({ db, operator, operators, user, refuse }, { inquiryId }) {
    const row = (await platformInquiry(db, operator, inquiryId)) ?? refuse('inquiryNotFound')
    const places = await placesOf(db, operator, [row])
    return {
      inquiry: {
        ...(await threadOf(db, row, addressesOf([row]))),
        ...(places.get(row.brandId) ?? emptyPlace),
        reaches: await reachOf(db, operator, row),
        assignments: await assignmentsOf(db, operator, row),
      },
      operators: [...operators],
      me: addressOf(user),
    }
  },

  async assignPlatformInquiry({ db, operator, operators, refuse }, { inquiryId, operatorEmail }) {
    const row = (await platformInquiry(db, operator, inquiryId, { locked: true })) ?? refuse('inquiryNotFound')
    const assignedTo = operatorEmail?.toLowerCase() ?? null
    if (assignedTo !== null && !operators.includes(assignedTo)) return refuse('operatorNotFound')
    await setInquiry(db, row, { assignedTo, ...(row.state === 'new' && assignedTo !== null && { state: 'open' }) })
    return {}
  },

  async replyToPlatformInquiry({ db, operator, user, now, newId, origin, enqueue, refuse }, { inquiryId, content }) {
    const row = (await platformInquiry(db, operator, inquiryId, { locked: true })) ?? refuse('inquiryNotFound')
    const reaches = await reachOf(db, operator, row)
    if (reaches === 'nobody') return refuse('senderGone')
    const messageId = newId('message')
    const name = user.displayName || user.email
    await addMessage(db, row, { messageId, side: 'answerer', uid: user.uid, name, content, at: now })
    if (row.assignedTo === null) await setInquiry(db, row, { assignedTo: addressOf(user) })
    if (reaches === 'club') return { messageId }
    const reader = { origin, locale: await localeOf(db, row) }
    const letter = answerByMail(reader, { brandName: '集い', content })
    await enqueue(mailJobs.sendMail, { ...letter, to: row.from, locale: reader.locale })
    return { messageId }
  },

  async setPlatformInquiryState({ db, operator, refuse }, { inquiryId, state }) {
    const row = (await platformInquiry(db, operator, inquiryId, { locked: true })) ?? refuse('inquiryNotFound')
    if (!maySet(row.state, state)) return refuse('alreadyInState')
    await setInquiry(db, row, { state })
    return { state }
  },
}

/** Assigns an unassigned inquiry to the first member who answers. */
const keepAssigned = async (db: Db, row: InquiryRow, { memberId }: Member) => {
  if (row.assignedTo === null) await setInquiry(db, row, { assignedTo: memberId })
}
