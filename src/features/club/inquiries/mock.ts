import { type Mocks, mockNames, mockNow, nth, refused } from '#kit/mock.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import type { InquirySummary, InquiryThread, inquiries } from './contract'
import type { InquiryState } from './inquiry'

const hour = 3_600_000
const subjects = [
  '会員証の表示について',
  'イベントの整理番号',
  '退会したあとの閲覧',
  '商品が届きません',
  '年額プランへの変更',
] as const
const texts = [
  'いつも楽しく見ています。会員証に表示される月数は、いつ増えますか。',
  '先日のイベントに申し込みました。整理番号はいつごろ届きますか。',
  '来月で退会する予定です。これまでに買ったバックナンバーは、そのあとも読めますか。',
] as const
const stateOf = (n: number): InquiryState => nth(['new', 'open', 'answered', 'closed'] as const, n)
const summary = (n: number): InquirySummary => ({
  inquiryId: `inquiry_${n}`,
  fromName: nth(mockNames, n),
  subject: nth(subjects, n),
  state: stateOf(n),
  assignedTo: n % 3 === 0 ? '' : nth(mockNames, n + 3),
  createdAt: mockNow - (n * 7 + 9) * hour,
  lastMessageAt: mockNow - (n * 7 + 2) * hour,
})
const all = Array.from({ length: 46 }, (_, n) => summary(n))
const operators = ['operator@tsudoi.test', 'support@tsudoi.test'] as const
const questions = all.map((one, n) => ({ ...one, assignedTo: n % 3 === 0 ? '' : nth(operators, n) }))
const place = { tenantName: 'ほしクラブ', brandName: '青井そら' }

const thread = (inquiryId: string): InquiryThread | null => {
  const found = all.find((one) => one.inquiryId === inquiryId)
  if (!found) return null
  const n = all.indexOf(found)
  const said = { messageId: inquiryId, side: 'asker' as const, name: found.fromName, content: nth(texts, n) }
  return {
    ...found,
    messages: [
      { ...said, at: found.createdAt },
      {
        messageId: `message_${n}`,
        side: 'answerer',
        name: nth(mockNames, n + 3),
        content: 'お問い合わせありがとうございます。\n毎月のお支払いが済むと、その月の分が増えます。',
        at: found.lastMessageAt,
      },
    ],
  }
}

const isIn = {
  open: ({ state }: InquirySummary) => state === 'new' || state === 'open',
  answered: ({ state }: InquirySummary) => state === 'answered',
  closed: ({ state }: InquirySummary) => state === 'closed',
  all: () => true,
}
type Asked = Parameters<Mocks<typeof inquiries>['answers']['getPlatformInquiries']>[0]
const list = ({ tab = 'open', q = '', pagination: page = everything }: Asked, of = all) => {
  const found = of.filter(({ subject, fromName }) => `${subject} ${fromName}`.includes(q))
  const counts = {
    open: found.filter(isIn.open).length,
    answered: found.filter(isIn.answered).length,
    closed: found.filter(isIn.closed).length,
    all: found.length,
  }
  const rows = found.filter(isIn[tab])
  return {
    inquiries: rows.slice(page.offset, page.offset + page.limit),
    counts,
    pagination: paginationOf(rows.length, page),
  }
}
const nothing = {
  inquiries: [],
  counts: { open: 0, answered: 0, closed: 0, all: 0 },
  pagination: paginationOf(0, everything),
}

export const inquiryMocks: Mocks<typeof inquiries> = {
  examples: ({ owningMember, letter, question, ids }) => ({
    contactCreator: { ...ids, fromName: 'Hana', from: 'hana@example.test', subject: 'A question', content: 'Hello.' },
    getInquiries: {
      ...ids,
      direction: 'fanToCreator',
      tab: 'all',
      q: 'question',
      pagination: { limit: 20, offset: 0 },
    },
    getInquiry: { ...ids, inquiryId: letter },
    createInquiry: { ...ids, subject: 'Another name', content: 'May the brand have another address?' },
    replyToInquiry: { ...ids, inquiryId: letter, content: 'Thank you.' },
    setInquiryState: { ...ids, inquiryId: letter, state: 'closed' },
    assignInquiry: { ...ids, inquiryId: letter, memberId: owningMember },
    getPlatformInquiries: { tab: 'all', q: 'question', assigned: 'unassigned', pagination: { limit: 20, offset: 0 } },
    getPlatformInquiry: { inquiryId: question },
    assignPlatformInquiry: { inquiryId: question, operatorEmail: 'operator@tsudoi.test' },
    replyToPlatformInquiry: { inquiryId: question, content: 'Yes.' },
    setPlatformInquiryState: { inquiryId: question, state: 'closed' },
  }),
  answers: {
    contactCreator: () => ({ success: true }),
    getInquiries: (asked) => list(asked),
    getInquiry: ({ inquiryId }) => {
      const found = thread(inquiryId)
      if (!found) return refused('inquiryNotFound')
      return {
        inquiry: { ...found, direction: 'fanToCreator', from: 'fan@example.test', assignedMemberId: null },
        assignable: [0, 1].map((n) => ({ memberId: `member_${n}`, name: nth(mockNames, n + 3) })),
      }
    },
    createInquiry: () => ({ inquiryId: 'inquiry_new' }),
    replyToInquiry: () => ({ messageId: 'message_new' }),
    setInquiryState: ({ state }) => ({ state }),
    assignInquiry: () => ({}),
    getPlatformInquiries: (asked) => {
      const isAsked = ({ assignedTo }: InquirySummary) =>
        !asked.assigned || assignedTo === (asked.assigned === 'mine' ? operators[0] : '')
      const found = list(asked, questions.filter(isAsked))
      return { ...found, inquiries: found.inquiries.map((one) => ({ ...one, ...place })) }
    },
    getPlatformInquiry: ({ inquiryId }) => {
      const found = thread(inquiryId)
      if (!found) return refused('inquiryNotFound')
      const [first = '', second = ''] = operators
      const at = found.createdAt + hour
      const assignments = [
        { at, assignedTo: second },
        { at: at + hour, assignedTo: first },
      ]
      const inquiry = { ...found, ...place, reaches: 'asker' as const, assignedTo: first, assignments }
      return { inquiry, operators: [...operators], me: first }
    },
    assignPlatformInquiry: () => ({}),
    replyToPlatformInquiry: () => ({ messageId: 'message_new' }),
    setPlatformInquiryState: ({ state }) => ({ state }),
  },
  scenarios: { empty: { getInquiries: () => nothing, getPlatformInquiries: () => nothing } },
}
