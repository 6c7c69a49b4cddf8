import { fatesOf, forgotten, kept, type PersonalData } from '#server/personal.ts'
import { removeEmailCheck } from './queries.server'
import { accountFiles, emailChecks } from './tables.server'

export const personalOfAccounts: PersonalData = {
  columns: [
    fatesOf(accountFiles, {
      uid: kept('says that a copy was made; the file itself goes with the account'),
      key: kept('leads to no file any more'),
    }),
    fatesOf(emailChecks, { uid: forgotten, email: forgotten, secretHash: forgotten }),
  ],

  forget: removeEmailCheck,
}
