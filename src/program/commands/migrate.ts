import { migrateDatabase } from '#server/db/migrate.ts'
import { StartProblem } from '#server/machine/processes.ts'
import { type Command, say } from './command'

/** What every start does where its role may: by itself the instances need no role that owns the tables. */
export const command: Command = {
  run: async ({ DATABASE_URL, DATABASE_DIRECT_URL, MIGRATION_DATABASE_URL, DATABASE_POOLER }) => {
    const appUrl = DATABASE_DIRECT_URL ?? DATABASE_URL
    if (!appUrl)
      throw new StartProblem('DATABASE_URL is missing: the built-in database is migrated when the program starts.')
    const isPooled = DATABASE_POOLER !== undefined
    const { applied, notices } = await migrateDatabase({ ownerUrl: MIGRATION_DATABASE_URL ?? appUrl, appUrl, isPooled })
    for (const notice of notices) say(notice)
    for (const name of applied) say(`applied  ${name}`)
    say(applied.length === 0 ? 'No migration was waiting.' : `\n${applied.length} migration(s) were applied.`)
    return 0
  },
}
