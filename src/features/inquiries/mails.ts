import { type Letter, letter, type Reader } from '../../kit/letter'

type Said = { fromName: string; from: string; subject: string; content: string; brandName: string }

/** To staff, whose addresses are proven. An answer goes to whoever wrote; nothing of the letter becomes a header but its subject. */
export const inquiry = (to: Reader, { fromName, from, subject, content, brandName }: Said): Letter => {
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
 * An answer to whoever wrote. The address may be one that nobody has proven, so nothing of the letter that came from there
 * goes back to it: otherwise anybody could have us mail a text of theirs to somebody else.
 */
export const answerByMail = (to: Reader, { brandName, content }: Answer): Letter =>
  letter(to, {
    ja: [
      `［${brandName}］お問い合わせへの返信`,
      [`「${brandName}」へのお問い合わせに、返信がありました。`, '', content],
    ],
    en: [`[${brandName}] An answer to your message`, [`“${brandName}” has answered your message:`, '', content]],
  })
