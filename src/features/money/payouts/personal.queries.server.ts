import { becauseOf, fatesOf, kept, type PersonalData } from '#server/personal.ts'
import { bankAccounts, identityChecks, identityDocuments } from './bankAccounts/tables.server'
import { payouts, statementCorrections, statements } from './revenue/tables.server'

const ofClub = kept('the account of the club, which its payouts name; encrypted')

export const personalOfPayouts: PersonalData = {
  columns: [
    fatesOf(bankAccounts, {
      secret: ofClub,
      lastDigits: ofClub,
      savedBy: kept(becauseOf.record),
      erroredReason: kept('said by the bank'),
    }),
    fatesOf(identityChecks, {
      submittedBy: kept(becauseOf.record),
      decidedBy: kept(becauseOf.record),
      reason: kept('the decision of the platform, which it answers for'),
    }),
    fatesOf(identityDocuments, { key: kept('documents of the club, deleted 90 days after the decision') }),
    fatesOf(statements, {
      legalName: kept('whom the club’s money is owed to, as its statement, a document of the books, names them'),
    }),
    fatesOf(statementCorrections, { reason: kept(becauseOf.money), correctedBy: kept(becauseOf.record) }),
    fatesOf(payouts, { bankLabel: kept('the bank and the last digits, as a payout names them') }),
  ],
}
