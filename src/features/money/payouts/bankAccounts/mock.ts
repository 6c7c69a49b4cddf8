import { type Mocks, mockNow, refused } from '#kit/mock.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import { day } from '#kit/time.ts'
import { nextPayoutDay } from '../revenue/payout'
import type { bankAccounts } from './contract'
import { convertYuchoNumbers, holderWidth, normalizeHolder } from './kana'

const banks = [
  { code: '0001', name: 'みずほ', kana: 'ミズホ' },
  { code: '0005', name: '三菱UFJ', kana: 'ミツビシユ-エフジエイ' },
  { code: '0009', name: '三井住友', kana: 'ミツイスミトモ' },
  { code: '0036', name: '楽天', kana: 'ラクテン' },
  { code: '9900', name: 'ゆうちょ', kana: 'ユウチヨ' },
]
const branches = [
  { code: '001', name: '本店', kana: 'ホンテン' },
  { code: '110', name: '渋谷', kana: 'シブヤ' },
  { code: '198', name: '一九八', kana: 'イチキユウハチ' },
]
const tableDate = '2026-08-24'
const matches = (q: string) => (one: { code: string; name: string; kana: string }) =>
  [one.code, one.name, one.kana].some((text) => text.includes(q))

const account = {
  bankAccountId: 'bankAccount_mock',
  bankCode: '0001',
  bankName: 'みずほ',
  branchCode: '110',
  branchName: '渋谷',
  accountType: 'ordinary' as const,
  accountNumber: '***4567',
  holderType: 'individual' as const,
  status: 'registered' as const,
  erroredReason: '',
  savedAt: mockNow - 20 * day,
  savedByName: '星野 あおい',
}
const verified = {
  state: 'verified' as const,
  reason: '',
  submittedAt: mockNow - 40 * day,
  decidedAt: mockNow - 38 * day,
  documents: [],
  isOtherName: false,
  needsRegistry: false,
}
const nextPayoutAt = nextPayoutDay(mockNow)
const names = ['Hoshi Club', 'Tsuki Club', 'ひだまりクラブ', 'Kaze Club']

export const bankAccountMocks: Mocks<typeof bankAccounts> = {
  examples: ({ checkedTenant, checkedDocument, ids }) => ({
    searchBanks: { ...ids, q: 'みずほ' },
    searchBranches: { ...ids, bankCode: '0001', q: '渋谷' },
    convertYucho: { ...ids, kigou: '11940', bangou: '12345671' },
    normalizeHolderKana: { ...ids, text: 'さとう あおい', holderType: 'individual' },
    getBankAccount: ids,
    saveBankAccount: {
      ...ids,
      bankCode: '0001',
      branchCode: '001',
      accountType: 'ordinary',
      accountNumber: '1234567',
      holderName: 'サトウ アオイ',
      holderType: 'individual',
      bankName: '',
      branchName: '',
    },
    submitIdentityCheck: {
      ...ids,
      documents: [{ kind: 'front', contentType: 'image/png', data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB' }],
    },
    getIdentityChecks: { state: 'submitted', pagination: { limit: 20, offset: 0 } },
    getIdentityDocument: { tenantId: checkedTenant, documentId: checkedDocument },
    decideIdentityCheck: { tenantId: checkedTenant, outcome: 'failed', reason: 'Blurred.' },
  }),
  answers: {
    searchBanks: ({ q }) => ({ found: banks.filter(matches(q)), tableDate }),
    searchBranches: ({ q }) => ({ found: branches.filter(matches(q)), tableDate }),
    convertYucho: ({ kigou, bangou }) => {
      const found = convertYuchoNumbers(kigou, bangou)
      return found
        ? { ...found, bankName: 'ゆうちょ', branchName: found.branchCode === '198' ? '一九八' : found.branchCode }
        : refused('yuchoInvalid')
    },
    normalizeHolderKana: ({ text, holderType }) => ({ ...normalizeHolder(text, holderType), limit: holderWidth }),
    getBankAccount: () => ({
      canChange: true,
      account,
      history: [],
      heldUntil: null,
      lockUntil: null,
      identity: verified,
      blockers: [],
      nextPayoutAt,
      tableDate,
    }),
    saveBankAccount: () => ({ bankAccountId: 'bankAccount_mock', heldUntil: mockNow + 2 * day }),
    submitIdentityCheck: () => ({ state: 'submitted' }),
    getIdentityChecks: ({ state, pagination: page = everything }) => {
      const all = names.map((tenantName, n) => ({
        tenantId: n === 0 ? 'tenant_hoshi' : `tenant_${n}`,
        tenantName,
        state: n < 2 ? ('submitted' as const) : n === 2 ? ('verified' as const) : ('failed' as const),
        legalName: '佐藤 葵',
        legalNameKana: 'サトウ アオイ',
        otherHolders: n === 1 ? ['ﾍﾞﾂﾉｶｲｼﾔ'] : [],
        address: '東京都渋谷区神南 1-2-3',
        submittedAt: mockNow - (n + 1) * day,
        decidedAt: n < 2 ? null : mockNow - n * 3_600_000,
        reason: n === 3 ? '書類の住所が読み取れません。' : '',
        documents: [
          { documentId: `document_${n}_0`, kind: 'front' as const, contentType: 'image/jpeg' },
          { documentId: `document_${n}_1`, kind: 'back' as const, contentType: 'image/jpeg' },
        ],
      }))
      const checks = state ? all.filter((one) => one.state === state) : all
      return { checks, pagination: paginationOf(checks.length, page) }
    },
    getIdentityDocument: () => ({
      contentType: 'image/png',
      data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    }),
    decideIdentityCheck: () => ({}),
  },
  scenarios: {
    staleSignIn: {
      saveBankAccount: () => refused('signInAgain'),
      submitIdentityCheck: () => refused('signInAgain'),
    },
    empty: {
      getBankAccount: () => ({
        canChange: true,
        account: null,
        history: [],
        heldUntil: null,
        lockUntil: null,
        identity: { ...verified, state: null, submittedAt: null, decidedAt: null },
        blockers: [
          { kind: 'noAccount', until: null, amount: null },
          { kind: 'identityMissing', until: null, amount: null },
        ],
        nextPayoutAt,
        tableDate,
      }),
      getIdentityChecks: () => ({ checks: [], pagination: paginationOf(0, everything) }),
    },
    errored: {
      getBankAccount: () => ({
        canChange: true,
        account: { ...account, status: 'errored' as const, erroredReason: 'nameMismatch' },
        history: [
          { ...account, bankAccountId: 'bankAccount_old', accountNumber: '***0011', savedAt: mockNow - 200 * day },
        ],
        heldUntil: null,
        lockUntil: null,
        identity: {
          ...verified,
          state: 'failed' as const,
          reason: '書類の住所が読み取れません。',
          isOtherName: true,
          needsRegistry: true,
        },
        blockers: [
          { kind: 'accountErrored', until: null, amount: null },
          { kind: 'identityFailed', until: null, amount: null },
        ],
        nextPayoutAt,
        tableDate,
      }),
    },
  },
}
