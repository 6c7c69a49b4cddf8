import { fatesOf, kept, type PersonalData } from '#server/personal.ts'
import { accountDeletions } from './tables.server'

export const personalOfIdentity: PersonalData = {
  columns: [fatesOf(accountDeletions, { uid: kept('a token of before the deletion must not write any more') })],
}
