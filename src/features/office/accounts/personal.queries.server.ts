import { fatesOf, kept, type PersonalData } from '#server/personal.ts'
import { accountFiles } from './tables.server'

export const personalOfAccounts: PersonalData = {
  columns: [
    fatesOf(accountFiles, {
      uid: kept('says that a copy was made; the file itself goes with the account'),
      key: kept('leads to no file any more'),
    }),
  ],
}
