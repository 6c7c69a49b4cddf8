import type { Letter, Reader } from '../../kit/letter'
import { decryptText, encryptText } from '../../server/encryption'
import type { Transaction } from '../../server/jobDefinition'
import { mailJobs } from '../../server/mail/jobs.server'
import { type BankAccountRow, ownersOf } from './queries.server'

export type Secret = { accountNumber: string; holder: string }

export const sealSecret = (bankAccountId: string, secret: Secret) => encryptText(JSON.stringify(secret), bankAccountId)
export const openSecret = ({ bankAccountId, secret }: Pick<BankAccountRow, 'bankAccountId' | 'secret'>): Secret =>
  JSON.parse(decryptText(secret, bankAccountId)) as Secret

/** Display text: the bank, the branch and the last digits. */
export const labelOf = ({
  bankName,
  branchName,
  lastDigits,
}: Pick<BankAccountRow, 'bankName' | 'branchName' | 'lastDigits'>) => `${bankName} ${branchName} ***${lastDigits}`

export const mailToOwners = async (
  { db, enqueue }: Pick<Transaction, 'db' | 'enqueue'>,
  { tenantId, origin }: { tenantId: string; origin: string },
  write: (to: Reader) => Letter,
) => {
  for (const { email, locale } of await ownersOf(db, tenantId))
    if (email) await enqueue(mailJobs.sendMail, { to: email, locale, ...write({ origin, locale }) })
}
