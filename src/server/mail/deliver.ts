import { createTransport } from 'nodemailer'
import { serverConfig } from '#config.server.ts'
import { now } from '../clock'
import { type Mail, mail as mailSchema } from './mail'
import { mailPage } from './mailPage'
import { putIntoOutbox } from './outbox'

/** The bare address of `Name <address>`. */
const addressOf = (from: string) => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from

/** Sends one mail: by SMTP if configured, otherwise to the demo's outbox. */
export const deliver = async (value: Mail, jobId: string): Promise<void> => {
  const mail = mailSchema.parse(value)
  const { to, subject, text, locale, replyTo, oneClickUrl, sender, parts } = mail
  const { MAIL_FROM, SMTP_URL, PUBLIC_ORIGIN } = serverConfig()
  const message = {
    from: sender ? { name: sender.name, address: addressOf(MAIL_FROM) } : MAIL_FROM,
    to,
    subject,
    text,
    ...(parts && { html: mailPage({ ...mail, parts }) }),
    ...(replyTo && { replyTo }),
    ...(oneClickUrl && { list: { unsubscribe: oneClickUrl } }),
    date: new Date(now()),
    // The same for every retry: a receiver that gets the mail twice can recognize the duplicate.
    messageId: `<${jobId}@${new URL(PUBLIC_ORIGIN).hostname}>`,
    headers: {
      'Content-Language': locale,
      'Auto-Submitted': 'auto-generated',
      ...(oneClickUrl && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    // Mails never load files or URLs, whatever their text contains.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  if (SMTP_URL) {
    const transport = createTransport(SMTP_URL)
    try {
      await transport.sendMail(message)
    } finally {
      transport.close()
    }
    return
  }
  const { message: source } = await createTransport({ streamTransport: true, buffer: true }).sendMail(message)
  if (!Buffer.isBuffer(source)) throw new Error('The mail was not rendered into a buffer.')
  await putIntoOutbox(jobId, source)
}
