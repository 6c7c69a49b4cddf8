import type { CallbackContext } from '#server/jobDefinition.ts'
import { readStopToken } from '#server/mail/stopToken.ts'
import { saveMailSetting } from './queries.server'

/** One-click unsubscribe by a mail program; false if the token is invalid, or the brand does not know the fan. */
export const stopNewsByLink = async (
  { transaction }: Pick<CallbackContext, 'transaction'>,
  token: string,
): Promise<boolean> => {
  const whose = readStopToken(token)
  return whose !== null && Boolean(await transaction(({ db }) => saveMailSetting(db, whose, { newsByMail: false })))
}
