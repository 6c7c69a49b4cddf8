import { type Mocks, mockNow, refused } from '#kit/mock.ts'
import { day } from '#kit/time.ts'
import type { suspension } from './contract'

/** As its staff see it. */
export const suspendedMock = {
  since: mockNow - 2 * day,
  reason: 'disputes' as const,
  message: '先月のグッズについて、届かないという申し出が続いています。\n金曜日までに、発送の状況をお知らせください。',
}

export const suspensionMocks: Mocks<typeof suspension> = {
  examples: ({ tenantId, suspendedTenant }) => ({
    suspendTenant: { tenantId, reason: 'disputes', message: 'Please answer by Friday.' },
    resumeTenant: { tenantId: suspendedTenant, message: 'Thank you.' },
  }),
  answers: { suspendTenant: () => ({ since: mockNow }), resumeTenant: () => ({}) },
  scenarios: {
    conflict: { suspendTenant: () => refused('alreadySuspended'), resumeTenant: () => refused('notSuspended') },
  },
}
