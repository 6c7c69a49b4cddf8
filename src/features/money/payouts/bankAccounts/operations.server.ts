import { suspensionOf } from '#club/tenants/suspension.queries.server.ts'
import { everything, paginationOf } from '#kit/pagination.ts'
import { bankDirectory, bankProvider } from '#server/banks/directory.ts'
import type { Handlers } from '#server/context.ts'
import { decryptBytes, encryptBytes } from '#server/encryption.ts'
import { accountLockedUntil } from '../revenue/pay.server'
import { accountHeldFor, blockersOf, nextPayoutDay } from '../revenue/payout'
import { isOtherHolder, labelOf, mailToOwners, openSecret, payeeOf, sealSecret } from './account.server'
import type { bankAccounts as contract, documentTypes } from './contract'
import { convertYuchoNumbers, holderMost, holderWidth, normalizeHolder } from './kana'
import { accountChanged, identityDecided } from './mails'
import {
  accountsOf,
  checksOf,
  countChecks,
  currentAccountsOf,
  decideCheck,
  documentById,
  documentsOf,
  insertAccount,
  legalPersonOf,
  legalPersonsOf,
  lockCheck,
  saveCheck,
} from './queries.server'

type Account = Awaited<ReturnType<typeof accountsOf>>[number]
const shown = ({ account, savedByName }: Account) => ({
  bankAccountId: account.bankAccountId,
  bankCode: account.bankCode,
  bankName: account.bankName,
  branchCode: account.branchCode,
  branchName: account.branchName,
  accountType: account.accountType,
  accountNumber: `***${account.lastDigits}`,
  holderType: account.holderType,
  status: account.status,
  erroredReason: account.erroredReason,
  savedAt: account.savedAt,
  savedByName,
})

const magic: Record<(typeof documentTypes)[number], readonly number[]> = {
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/png': [0x89, 0x50, 0x4e, 0x47],
  'application/pdf': [0x25, 0x50, 0x44, 0x46],
}

export const bankAccountHandlers: Handlers<typeof contract> = {
  async searchBanks(_, { q }) {
    const directory = bankDirectory()
    return { found: directory.banks(q), tableDate: directory.date }
  },

  async searchBranches({ refuse }, { bankCode, q }) {
    const directory = bankDirectory()
    if (!directory.bank(bankCode)) return refuse('bankNotFound')
    return { found: directory.branches(bankCode, q), tableDate: directory.date }
  },

  async convertYucho({ refuse }, { kigou, bangou }) {
    const account = convertYuchoNumbers(kigou, bangou) ?? refuse('yuchoInvalid')
    const directory = bankDirectory()
    // The name is empty for a branch missing from the bank table; it has to be entered when saving.
    const branchName = directory.branch(account.bankCode, account.branchCode)?.name ?? ''
    return { ...account, bankName: directory.bank(account.bankCode)?.name ?? '', branchName }
  },

  async normalizeHolderKana(_, { text, holderType }) {
    return { ...normalizeHolder(text, holderType), limit: holderWidth }
  },

  async getBankAccount({ db, brand, member, now }) {
    const [accounts, payee, documents, lockUntil] = await Promise.all([
      accountsOf(db, brand),
      payeeOf(db, brand),
      documentsOf(db, brand.tenantId),
      accountLockedUntil(db, brand, now),
    ])
    const { check, isOtherName, needsRegistry } = payee
    const [current, ...earlier] = accounts
    const isOwner = member.role === 'owner'
    const heldUntil = current ? current.account.savedAt + accountHeldFor : 0
    return {
      canChange: isOwner,
      account: current ? shown(current) : null,
      history: earlier.map(shown),
      heldUntil: heldUntil > now ? heldUntil : null,
      lockUntil,
      identity: {
        state: check?.state ?? null,
        reason: isOwner ? (check?.reason ?? '') : '',
        submittedAt: check?.submittedAt ?? null,
        decidedAt: check?.decidedAt ?? null,
        documents: isOwner
          ? documents.map(({ documentId, kind, uploadedAt }) => ({ documentId, kind, uploadedAt }))
          : [],
        isOtherName,
        needsRegistry,
      },
      blockers: blockersOf(
        {
          isSuspended: (await suspensionOf(db, brand)) !== null,
          account: payee.account ?? null,
          identity: check?.state ?? null,
          payable: null,
          minimum: 0,
        },
        now,
      ),
      nextPayoutAt: nextPayoutDay(now),
      tableDate: bankDirectory().date,
    }
  },

  async saveBankAccount(context, said) {
    const { transaction, brand, user, now, newId, origin, refuse } = context
    const { bankCode, branchCode, accountType, accountNumber, holderType } = said
    const holder = normalizeHolder(said.holderName, holderType)
    if (holder.invalid.length > 0 || holder.warnings.includes('noKana')) return refuse('holderNameInvalidChars')
    if (holder.width > holderMost) return refuse('holderNameTooWide')
    const directory = bankDirectory()
    const bank = directory.bank(bankCode)
    // The bank table may be months old: an unknown branch is looked up at the provider, or else named by the holder.
    const branch =
      directory.branch(bankCode, branchCode) ??
      (await bankProvider()
        ?.branch(bankCode, branchCode)
        .catch(() => null)) ??
      null
    const bankName = bank?.name ?? said.bankName?.trim()
    const branchName = branch?.name ?? said.branchName?.trim()
    if (!bankName) return refuse('bankNotFound')
    if (!branchName) return refuse('branchNotFound')
    return transaction(async (tx) => {
      if ((await accountLockedUntil(tx.db, brand, now)) !== null) return refuse('accountLocked')
      const person = await legalPersonOf(tx.db, brand.tenantId)
      if (person?.applicantType === 'individual' && isOtherHolder(holder.text, person))
        return refuse('holderNameMismatch')
      const bankAccountId = newId('bankAccount')
      const account = {
        tenantId: brand.tenantId,
        brandId: brand.brandId,
        bankAccountId,
        bankCode,
        bankName,
        branchCode,
        branchName,
        accountType,
        holderType,
        secret: sealSecret(bankAccountId, { accountNumber, holder: holder.text }),
        lastDigits: accountNumber.slice(-4),
        status: 'registered' as const,
        savedBy: user.uid,
        savedAt: now,
      }
      await insertAccount(tx.db, account)
      const of = { tenantId: brand.tenantId, brandId: brand.brandId, brandName: brand.name, account: labelOf(account) }
      await mailToOwners(tx, { tenantId: brand.tenantId, origin }, (to) => accountChanged(to, of))
      return { bankAccountId, heldUntil: now + accountHeldFor }
    })
  },

  async submitIdentityCheck(context, { documents }) {
    const { transaction, storage, brand, user, now, newId, refuse } = context
    const { tenantId } = brand
    const files = documents.map(({ kind, contentType, data }) => {
      const bytes = Buffer.from(data, 'base64')
      if (!magic[contentType].every((byte, n) => bytes[n] === byte)) return refuse('documentUnreadable')
      const documentId = newId('document')
      return {
        documentId,
        kind,
        contentType,
        size: bytes.length,
        key: `private/identity/${tenantId}/${documentId}`,
        bytes,
      }
    })
    // Refusing inside the first transaction rolls back the audit entry and the idempotency key as well.
    await transaction(async ({ db }) => {
      const { check, needsRegistry } = await payeeOf(db, brand)
      if (check?.state === 'verified') return refuse('alreadyVerified')
      if (check?.state === 'submitted') return refuse('alreadySubmitted')
      if (needsRegistry && !files.some(({ kind }) => kind === 'registry')) return refuse('registryNeeded')
    })
    for (const { documentId, key, bytes } of files)
      await storage.put(key, encryptBytes(bytes, documentId), 'application/octet-stream')
    await transaction(async ({ db }) => {
      await lockCheck(db, tenantId)
      const { check } = await payeeOf(db, brand)
      if (check?.state === 'verified') return refuse('alreadyVerified')
      if (check?.state === 'submitted') return refuse('alreadySubmitted')
      await saveCheck(
        db,
        tenantId,
        { by: user.uid, now },
        files.map(({ bytes: _, ...file }) => ({ ...file, uploadedAt: now })),
      )
    })
    return { state: 'submitted' as const }
  },

  async getIdentityChecks({ db, operator }, { state, pagination: page = everything }) {
    const [checks, count] = await Promise.all([checksOf(db, operator, state, page), countChecks(db, operator, state)])
    const tenantIds = checks.map(({ tenantId }) => tenantId)
    const [persons, accounts] = await Promise.all([
      legalPersonsOf(db, tenantIds),
      currentAccountsOf(db, operator, tenantIds),
    ])
    const holdersOf = (tenantId: string) => [
      ...new Set(accounts.filter((one) => one.tenantId === tenantId).map((one) => openSecret(one).holder)),
    ]
    return {
      checks: checks.map((check) => {
        const person = persons.get(check.tenantId)
        return { ...check, otherHolders: holdersOf(check.tenantId).filter((holder) => isOtherHolder(holder, person)) }
      }),
      pagination: paginationOf(count, page),
    }
  },

  async getIdentityDocument({ transaction, storage, operator, refuse }, of) {
    const document = await transaction(
      async ({ db }) => (await documentById(db, operator, of)) ?? refuse('documentNotFound'),
    )
    const chunks: Buffer[] = []
    for await (const chunk of await storage.read(document.key)) chunks.push(chunk as Buffer)
    const bytes = decryptBytes(Buffer.concat(chunks), document.documentId)
    return { contentType: document.contentType, data: bytes.toString('base64') }
  },

  async decideIdentityCheck({ db, enqueue, user, now, origin, refuse }, { tenantId, outcome, reason = '' }) {
    const check = (await lockCheck(db, tenantId)) ?? refuse('identityCheckNotFound')
    if (check.state !== 'submitted') return refuse('alreadyDecided')
    await decideCheck(db, tenantId, { state: outcome, reason, by: user.uid, now })
    const told = { isVerified: outcome === 'verified', reason }
    await mailToOwners({ db, enqueue }, { tenantId, origin }, (to) => identityDecided(to, told))
    return {}
  },
}
