import type { Letter, Reader } from '#kit/letter.ts'
import { decryptText, encryptText } from '#server/encryption.ts'
import type { Transaction } from '#server/jobDefinition.ts'
import { mailJobs } from '#server/mail/jobs.server.ts'
import type { Db } from '#server/proven.ts'
import { sameHolder } from './kana'
import { type BankAccountRow, checkOf, currentAccount, legalPersonOf, ownersOf } from './queries.server'

export type Secret = { accountNumber: string; holder: string }

export const sealSecret = (bankAccountId: string, secret: Secret) => encryptText(JSON.stringify(secret), bankAccountId)
export const openSecret = ({ bankAccountId, secret }: Pick<BankAccountRow, 'bankAccountId' | 'secret'>): Secret =>
  JSON.parse(decryptText(secret, bankAccountId)) as Secret

type LegalPerson = Awaited<ReturnType<typeof legalPersonOf>>
/**
 * Whether a holder, as the bank is sent it, has another name than the club's application. What kind of holder the account
 * is said to have makes no difference. A club without an application has no name to compare.
 */
export const isOtherHolder = (holder: string, person: LegalPerson): boolean =>
  person !== undefined && person.legalNameKana !== '' && !sameHolder(person.legalNameKana, holder, person.applicantType)

/**
 * The account that a brand is paid to and the identity check that it counts on. An account in another name counts only on
 * documents that were sent after it was saved, which an operator has seen beside that name (rule: money.payouts).
 */
export const payeeOf = async (db: Db, brand: { tenantId: string; brandId: string }) => {
  const account = await currentAccount(db, brand)
  const check = await checkOf(db, brand.tenantId)
  const person = await legalPersonOf(db, brand.tenantId)
  const isOtherName = account !== undefined && isOtherHolder(openSecret(account).holder, person)
  return {
    account,
    check: isOtherName && check && check.submittedAt < account.savedAt ? undefined : check,
    isOtherName,
    /** A company shows its certificate of registration. */
    needsRegistry: person?.applicantType === 'corporation',
  }
}

/** Display text: the bank, the branch and the last digits. */
export const labelOf = ({
  bankName,
  branchName,
  lastDigits,
}: Pick<BankAccountRow, 'bankName' | 'branchName' | 'lastDigits'>) => `${bankName} ${branchName} ***${lastDigits}`

/** Whom a mail to the owners reaches, and in which languages. */
export const ownersTold = async (db: Db, tenantId: string) => {
  const told = (await ownersOf(db, tenantId)).filter(({ email }) => email)
  return { owners: told.length, locales: [...new Set(told.map(({ locale }) => locale))].toSorted() }
}

export const mailToOwners = async (
  { db, enqueue }: Pick<Transaction, 'db' | 'enqueue'>,
  { tenantId, origin }: { tenantId: string; origin: string },
  write: (to: Reader) => Letter,
) => {
  for (const { email, locale } of await ownersOf(db, tenantId))
    if (email) await enqueue(mailJobs.sendMail, { to: email, locale, ...write({ origin, locale }) })
}
