import { sealedAccounts, sealedDocuments } from '#money/payouts/bankAccounts/sealed.queries.server.ts'
import { sealedConnections, sealedTries } from '#office/dashboard/sealed.queries.server.ts'
import type { Sealed } from '#server/sealed.ts'

/** Everything that is kept encrypted, by room. */
export const sealed: readonly Sealed[] = [sealedAccounts, sealedDocuments, sealedConnections, sealedTries]
