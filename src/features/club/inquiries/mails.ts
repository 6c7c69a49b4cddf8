import { type Letter, letter, type Reader } from '#kit/letter.ts'

type InquiryText = { fromName: string; from: string; subject: string; content: string; brandName: string }

/** Notifies staff. Replies go to the sender's address; of the inquiry, only the subject is used in a header. */
export const inquiry = (to: Reader, { fromName, from, subject, content, brandName }: InquiryText): Letter => {
  const body = [`${fromName} <${from}>`, '', content]
  return letter(to, {
    ja: [
      `［${brandName}］お問い合わせ：${subject}`,
      [
        `「${brandName}」のページから、お問い合わせが届きました。このメールに返信すると、送り主に届きます。`,
        '',
        ...body,
      ],
    ],
    en: [
      `[${brandName}] ${subject}`,
      [`Somebody has written to “${brandName}”. An answer to this mail goes to the sender.`, '', ...body],
    ],
  })
}

type Answer = { brandName: string; content: string }

/**
 * Sends an answer to the asker. The address may be unverified, so the original text is not quoted: otherwise anybody
 * could have us mail any text to anybody.
 */
export const answerByMail = (to: Reader, { brandName, content }: Answer): Letter =>
  letter(to, {
    ja: [
      `［${brandName}］お問い合わせへの返信`,
      [`「${brandName}」へのお問い合わせに、返信がありました。`, '', content],
    ],
    en: [`[${brandName}] An answer to your message`, [`“${brandName}” has answered your message:`, '', content]],
  })
