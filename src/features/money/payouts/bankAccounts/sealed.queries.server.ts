import { and, asc, eq, gt } from 'drizzle-orm'
import type { Sealed } from '#server/sealed.ts'
import { bankAccounts, identityDocuments } from './tables.server'

export const sealedAccounts: Sealed = {
  what: 'bank accounts',
  rows: (db, last, limit) =>
    db
      .select({
        tenantId: bankAccounts.tenantId,
        id: bankAccounts.bankAccountId,
        of: bankAccounts.bankAccountId,
        value: bankAccounts.secret,
      })
      .from(bankAccounts)
      .where(gt(bankAccounts.bankAccountId, last))
      .orderBy(asc(bankAccounts.bankAccountId))
      .limit(limit),
  replace: async (db, { tenantId, id, value: before }, secret) => {
    await db
      .update(bankAccounts)
      .set({ secret })
      .where(
        and(eq(bankAccounts.tenantId, tenantId), eq(bankAccounts.bankAccountId, id), eq(bankAccounts.secret, before)),
      )
  },
}

export const sealedDocuments: Sealed = {
  what: 'identity documents',
  files: (db, last, limit) =>
    db
      .select({
        tenantId: identityDocuments.tenantId,
        id: identityDocuments.documentId,
        of: identityDocuments.documentId,
        key: identityDocuments.key,
        contentType: identityDocuments.contentType,
      })
      .from(identityDocuments)
      .where(gt(identityDocuments.documentId, last))
      .orderBy(asc(identityDocuments.documentId))
      .limit(limit),
  isThere: async (db, { tenantId, id }) => {
    const rows = await db
      .select({ id: identityDocuments.documentId })
      .from(identityDocuments)
      .where(and(eq(identityDocuments.tenantId, tenantId), eq(identityDocuments.documentId, id)))
    return rows.length > 0
  },
}
