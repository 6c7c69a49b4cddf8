import { type Mocks, mockNow, refused } from '#kit/mock.ts'
import { day } from '#kit/time.ts'
import type { accounts } from './contract'

export const accountMocks: Mocks<typeof accounts> = {
  examples: ({ email, accountFile }) => ({
    getMyAccount: {},
    checkMyEmail: {},
    changeMyEmail: { email: 'next@tsudoi.test' },
    confirmMyEmail: { secret: 'secret' },
    exportMyAccount: {},
    getMyAccountFile: { exportId: accountFile },
    deleteMyAccount: { typedEmail: email },
  }),
  answers: {
    getMyAccount: () => ({
      email: 'member@tsudoi.test',
      isEmailVerified: false,
      nextEmail: null,
      mailStopped: null,
      displayName: '佐藤 葵',
      files: [
        { exportId: 'export_mock_1', state: 'completed', createdAt: mockNow - day, expiresAt: mockNow + 6 * day },
        { exportId: 'export_mock_2', state: 'expired', createdAt: mockNow - 40 * day, expiresAt: mockNow - 33 * day },
      ],
      memberships: 2,
      ordersToSend: 1,
      moneyWaiting: 1700,
      ownedAlone: [],
    }),
    checkMyEmail: () => ({ sentTo: 'member@tsudoi.test' }),
    changeMyEmail: ({ email }) => (email === 'member@tsudoi.test' ? refused('sameEmail') : { sentTo: email }),
    confirmMyEmail: ({ secret }) =>
      secret === 'old' ? refused('linkLapsed') : { email: 'member@tsudoi.test', isChange: secret === 'change' },
    exportMyAccount: () => ({ exportId: 'export_mock_0' }),
    getMyAccountFile: () => ({ url: '/mocks/account.json' }),
    deleteMyAccount: ({ typedEmail }) => (typedEmail === 'other@tsudoi.test' ? refused('emailDiffers') : {}),
  },
  scenarios: {
    empty: {
      getMyAccount: () => ({
        email: 'newcomer@tsudoi.test',
        isEmailVerified: true,
        nextEmail: null,
        mailStopped: null,
        displayName: '',
        files: [],
        memberships: 0,
        ordersToSend: 0,
        moneyWaiting: 0,
        ownedAlone: [],
      }),
    },
    mailStopped: {
      getMyAccount: () => ({
        email: 'member@tsudoi.test',
        isEmailVerified: true,
        nextEmail: null,
        mailStopped: 'bounced',
        displayName: '佐藤 葵',
        files: [],
        memberships: 1,
        ordersToSend: 0,
        moneyWaiting: 0,
        ownedAlone: [],
      }),
    },
    lastOwner: {
      getMyAccount: () => ({
        email: 'owner@hoshi.test',
        isEmailVerified: true,
        nextEmail: null,
        mailStopped: null,
        displayName: '星野 あおい',
        files: [],
        memberships: 0,
        ordersToSend: 0,
        moneyWaiting: 0,
        ownedAlone: [{ tenantId: 'tenant_hoshi', name: 'Hoshi Club' }],
      }),
      deleteMyAccount: () => refused('lastOwner'),
    },
  },
}
