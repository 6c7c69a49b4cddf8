import { listOutbox, readOutbox } from '#server/mail/outbox.ts'
import { runDueJobs } from '#server/queue.ts'

/** The mails that somebody has received, oldest first. */
export const mailsTo = async (address: string) => {
  await runDueJobs()
  const found = await Promise.all((await listOutbox(address, 1000)).map(({ id }) => readOutbox(id)))
  return found.flatMap((mail) => (mail ? [mail] : [])).toReversed()
}

/** The last mail; fails if there is none. */
export const lastMailTo = async (address: string) => {
  const mail = (await mailsTo(address)).at(-1)
  if (!mail) throw new Error(`${address} has got no mail.`)
  return mail
}
