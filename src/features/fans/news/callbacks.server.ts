import type { CallbackContext } from '../../../server/jobDefinition'
import { readStopToken } from '../../../server/mail/stopToken'
import { saveNewsByMail } from './queries.server'

/** A reader's mail program stops these mails; false where the link is none of ours, or the brand knows nobody of it. */
export const stopNewsByLink = async (
  { transaction }: Pick<CallbackContext, 'transaction'>,
  token: string,
): Promise<boolean> => {
  const whose = readStopToken(token)
  return whose !== null && Boolean(await transaction(({ db }) => saveNewsByMail(db, whose, false)))
}
