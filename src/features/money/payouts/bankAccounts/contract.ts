import { z } from 'zod'
import {
  adminRoles,
  brandOutside,
  brandRead,
  contract,
  operatorOutside,
  operatorRead,
  operatorWrite,
} from '#kit/contract.ts'
import { pagination, paginationRequest } from '#kit/pagination.ts'
import { id, text } from '#kit/text.ts'
import { instant } from '#kit/time.ts'
import { blockerKinds } from '../revenue/payout'

const bankCode = z.string().regex(/^\d{4}$/, { error: 'bankCode' })
const branchCode = z.string().regex(/^\d{3}$/, { error: 'branchCode' })
const accountNumber = z.string().regex(/^\d{7}$/, { error: 'accountNumber' })
const accountType = z.enum(['ordinary', 'checking', 'savings'])
const holderType = z.enum(['individual', 'corporation'])
const holderName = text({ min: 1, max: 100 })
const searched = text({ max: 40 })
const found = z.object({ code: z.string(), name: z.string(), kana: z.string() })
const search = { result: z.object({ found: z.array(found), tableDate: z.string() }) }
export const blocker = z.object({ kind: z.enum(blockerKinds), until: instant.nullable(), amount: z.int().nullable() })

export const documentKinds = ['front', 'back', 'registry'] as const
export const documentTypes = ['image/jpeg', 'image/png', 'application/pdf'] as const
/** Maximum size of one document, in bytes; base64 adds a third. */
export const largestDocument = 4 * 1024 * 1024
export const mostDocuments = 3
const documentState = z.enum(['submitted', 'verified', 'failed'])

const shown = z.object({
  bankAccountId: id,
  bankCode: z.string(),
  bankName: z.string(),
  branchCode: z.string(),
  branchName: z.string(),
  accountType,
  /** Masked, for example `***4567`. */
  accountNumber: z.string(),
  holderType,
  status: z.enum(['registered', 'errored']),
  erroredReason: z.string(),
  savedAt: instant,
  savedByName: z.string(),
})

export const bankAccounts = contract({
  searchBanks: brandRead({ roles: adminRoles, checksRevoked: true, payload: { q: searched }, ...search }),
  searchBranches: brandRead({
    roles: adminRoles,
    checksRevoked: true,
    payload: { bankCode, q: searched },
    ...search,
    refusals: ['bankNotFound'],
  }),
  /** Converts a post office account's 記号 and 番号 to a bank branch and account number. */
  convertYucho: brandRead({
    roles: adminRoles,
    checksRevoked: true,
    payload: { kigou: text({ min: 1, max: 12 }), bangou: text({ min: 1, max: 16 }) },
    result: z.object({
      bankCode: z.string(),
      bankName: z.string(),
      branchCode: z.string(),
      branchName: z.string(),
      accountType,
      accountNumber: z.string(),
    }),
    refusals: ['yuchoInvalid'],
  }),
  normalizeHolderKana: brandRead({
    roles: adminRoles,
    checksRevoked: true,
    payload: { text: holderName, holderType },
    result: z.object({
      text: z.string(),
      width: z.int(),
      limit: z.int(),
      invalid: z.array(z.string()),
      warnings: z.array(z.enum(['changed', 'tooWide', 'noSpace', 'noKana'])),
    }),
  }),
  /** The account number is masked for all roles; only owners see the identity check's documents. */
  getBankAccount: brandRead({
    roles: ['owner', 'accountant'],
    checksRevoked: true,
    payload: {},
    result: z.object({
      canChange: z.boolean(),
      account: shown.nullable(),
      /** Earlier ones, newest first. */
      history: z.array(shown),
      /** Payouts to the newest account are on hold until then; null if they are not. */
      heldUntil: instant.nullable(),
      /** The account cannot be changed until then, because a closed month has not been paid out yet; null if it can. */
      lockUntil: instant.nullable(),
      identity: z.object({
        state: documentState.nullable(),
        reason: z.string(),
        submittedAt: instant.nullable(),
        decidedAt: instant.nullable(),
        documents: z.array(z.object({ documentId: id, kind: z.enum(documentKinds), uploadedAt: instant })),
        /** Whether the account's holder has another name than the application: it needs documents of its own. */
        isOtherName: z.boolean(),
        /** Whether the documents have to include the certificate of registration. */
        needsRegistry: z.boolean(),
      }),
      blockers: z.array(blocker),
      nextPayoutAt: instant,
      tableDate: z.string(),
    }),
  }),
  saveBankAccount: brandOutside({
    roles: ['owner'],
    fresh: true,
    audit: ['bankCode', 'branchCode', 'accountType', 'holderType'],
    payload: {
      bankCode,
      branchCode,
      accountType,
      accountNumber,
      holderName,
      holderType,
      /** Names of a branch that is missing from the bank table, entered by the holder. */
      bankName: text({ max: 40 }).optional(),
      branchName: text({ max: 40 }).optional(),
    },
    result: z.object({ bankAccountId: id, heldUntil: instant }),
    refusals: [
      'bankNotFound',
      'branchNotFound',
      'holderNameInvalidChars',
      'holderNameTooWide',
      'holderNameMismatch',
      'accountLocked',
    ],
    limit: { points: 10, seconds: 3600 },
  }),
  submitIdentityCheck: brandOutside({
    roles: ['owner'],
    fresh: true,
    audit: [],
    payload: {
      documents: z
        .array(
          z.object({
            kind: z.enum(documentKinds),
            contentType: z.enum(documentTypes),
            /** The file in base64. */
            data: z
              .string()
              .min(16)
              .max(Math.ceil(largestDocument / 3) * 4)
              .regex(/^[A-Za-z0-9+/]+={0,2}$/),
          }),
        )
        .min(1)
        .max(mostDocuments),
    },
    maxBytes: mostDocuments * Math.ceil(largestDocument / 3) * 4 + 4096,
    result: z.object({ state: documentState }),
    refusals: ['alreadyVerified', 'alreadySubmitted', 'documentUnreadable', 'registryNeeded'],
    limit: { points: 10, seconds: 3600 },
  }),

  getIdentityChecks: operatorRead({
    payload: { state: documentState.optional(), pagination: paginationRequest.optional() },
    result: z.object({
      checks: z.array(
        z.object({
          tenantId: id,
          tenantName: z.string(),
          state: documentState,
          legalName: z.string(),
          legalNameKana: z.string(),
          /** Holders of the club's accounts with another name than that, in the bank's format. */
          otherHolders: z.array(z.string()),
          address: z.string(),
          submittedAt: instant,
          decidedAt: instant.nullable(),
          reason: z.string(),
          documents: z.array(z.object({ documentId: id, kind: z.enum(documentKinds), contentType: z.string() })),
        }),
      ),
      pagination,
    }),
  }),
  getIdentityDocument: operatorOutside({
    audit: ['tenantId', 'documentId'],
    payload: { tenantId: id, documentId: id },
    result: z.object({ contentType: z.string(), data: z.string() }),
    refusals: ['documentNotFound'],
  }),
  decideIdentityCheck: operatorWrite({
    fresh: true,
    audit: ['tenantId', 'outcome', 'reason'],
    payload: {
      tenantId: id,
      outcome: z.enum(['verified', 'failed']),
      reason: text({ max: 500, lines: true }).optional(),
    },
    check: ({ outcome, reason }, issue) => {
      if (outcome === 'failed' && !reason?.trim()) issue('reason', 'required')
    },
    result: z.object({}),
    refusals: ['identityCheckNotFound', 'alreadyDecided'],
  }),
})
