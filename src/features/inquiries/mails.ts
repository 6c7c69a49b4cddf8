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
