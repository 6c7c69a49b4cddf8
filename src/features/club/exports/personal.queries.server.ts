import { becauseOf, fatesOf, kept, type PersonalData } from '#server/personal.ts'
import { exportsTable } from './tables.server'

export const personalOfExports: PersonalData = {
  columns: [
    fatesOf(exportsTable, {
      createdBy: kept(becauseOf.record),
      params: kept(
        'the filter of a file, which may be a name; a file is removed after a week, or with the account of a person in it',
      ),
      fileName: kept('made of the brand and the day'),
    }),
  ],
}
