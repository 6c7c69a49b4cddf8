import type { ResultOf } from '#kit/contract.ts'
import { type Mocks, mockNow, nth } from '#kit/mock.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import { day } from '#kit/time.ts'
import { operationsOfTopic } from './audit'
import type { audit } from './contract'

const operations: [string, ...string[]] = [
  'revealFan',
  'updateActivePlan',
  'refundOrder',
  'moderateComments',
  'inviteTenantMember',
  'blockFan',
  'createActivePlanContentNews',
  'exportStatement',
  'exportOrders',
]
type Details = ResultOf<typeof audit.getAuditLog>['entries'][number]['details']
const details: Record<string, Details> = {
  revealFan: [
    { name: 'fanId', value: 'fan_mock_2', called: 'さくら' },
    { name: 'reason', value: 'お届け先の確認のため' },
  ],
  updateActivePlan: [
    { name: 'planId', value: 'plan_seiza', called: '星座プラン' },
    { name: 'name', value: '星座プラン' },
  ],
  moderateComments: [
    { name: 'ids', value: '["comment_1","comment_2"]', count: 2 },
    { name: 'action', value: 'hide' },
  ],
  inviteTenantMember: [
    { name: 'email', value: 'hajime@example.jp' },
    { name: 'role', value: 'moderator' },
  ],
  blockFan: [
    { name: 'fanId', value: 'fan_mock_3' },
    { name: 'on', value: 'true', isYes: true },
  ],
  createActivePlanContentNews: [{ name: 'name', value: '冬の弾き語り' }],
  exportOrders: [
    { name: 'tab', value: 'todo' },
    { name: 'from', value: String(mockNow - 30 * day) },
    { name: 'to', value: String(mockNow) },
    { name: 'paymentState', value: '["paid","partiallyRefunded"]', count: 2 },
    { name: 'format', value: 'standard' },
    { name: 'encoding', value: 'utf8bom' },
  ],
  refundOrder: [
    { name: 'orderId', value: 'order_mock_3', called: 'A-001237' },
    { name: 'amount', value: '1500' },
  ],
  exportStatement: [
    { name: 'month', value: '2026-10' },
    { name: 'format', value: 'pdf' },
  ],
}
const entries = Array.from({ length: 70 }, (_, n) => {
  const operation = nth(operations, n)
  return {
    auditId: `audit_mock_${n}`,
    at: mockNow - n * 5_400_000,
    actorName: n % 3 === 0 ? '星野 あおい' : 'はじめ',
    role: n % 3 === 0 ? 'owner' : 'moderator',
    operation,
    brandId: operation === 'inviteTenantMember' ? null : 'brand_aoi',
    brandName: operation === 'inviteTenantMember' ? '' : '葵 — AOI',
    details: details[operation] ?? [],
    address: '203.0.113.7',
  }
})
const members = [
  { memberId: 'member_1', name: '星野 あおい' },
  { memberId: 'member_2', name: 'はじめ' },
]

export const auditMocks: Mocks<typeof audit> = {
  examples: ({ memberId, tenantId, brandId, at }) => ({
    getAuditLog: {
      tenantId,
      brandId: brandId,
      topic: 'fans',
      memberId,
      from: at - day,
      to: at + day,
      pagination: { limit: 20, offset: 0 },
    },
  }),
  answers: {
    getAuditLog: ({ topic, memberId, pagination: page = everything }) => {
      const name = members.find((one) => one.memberId === memberId)?.name
      const found = entries.filter(
        (one) => (!topic || operationsOfTopic[topic].includes(one.operation)) && (!memberId || one.actorName === name),
      )
      return {
        entries: found.slice(page.offset, page.offset + page.limit),
        members,
        pagination: paginationOf(found.length, page),
      }
    },
  },
  scenarios: {
    empty: { getAuditLog: () => ({ entries: [], members, pagination: paginationOf(0, everything) }) },
  },
}
