import { button, type Letter, letter, pageFor, type Reader } from '#kit/letter.ts'
import type { Instant } from '#kit/time.ts'

/** `by`: the fan who answered, said to be one whatever the name, which may be empty; without it the brand did. */
type Answered = { name: string; slug: string; planContent: { planContentId: string; name: string }; by?: string }

/** To who wrote a comment. Neither text is quoted, because the address may be unverified: who may read the content reads them there. */
export const commentAnswered = (to: Reader, { name, slug, planContent, by }: Answered): Letter => {
  const page = pageFor(to, `/fc/${slug}/contents/${planContent.planContentId}`)
  return letter(to, {
    ja: [
      `コメントに返信がありました（${name}）`,
      [
        `「${planContent.name}」へのコメントに、${by === undefined ? name : by === '' ? '会員の方' : `会員の${by}さん`}が返信しました。`,
        '',
        button('返信を読む', page),
      ],
    ],
    en: [
      by === undefined ? `${name} has answered your comment` : `Your comment was answered (${name})`,
      [
        `${by === undefined ? name : by === '' ? 'A member' : `A member (${by})`} has answered your comment on “${planContent.name}”.`,
        '',
        button('Read the answer', page),
      ],
    ],
  })
}

type Removed = { name: string; slug: string; removed: readonly { content: string; commentedAt: Instant }[] }

const mostNamed = 10

/** To the comment's author. The text is not quoted, because the address may be unverified. */
export const commentRemoved = (to: Reader, { name, slug, removed }: Removed): Letter => {
  const contact = pageFor(to, `/fc/${slug}/contact`)
  const lines = (locale: 'ja' | 'en') =>
    removed.slice(0, mostNamed).map(({ content, commentedAt }) => {
      const at = new Intl.DateTimeFormat(locale === 'ja' ? 'ja-JP' : 'en-GB', {
        timeZone: 'Asia/Tokyo',
        dateStyle: 'medium',
        timeStyle: 'short',
      }).format(commentedAt)
      return locale === 'ja' ? `・「${content}」への ${at} のコメント` : `- on “${content}”, ${at} (JST)`
    })
  return letter(to, {
    ja: [
      `コメントが削除されました（${name}）`,
      [
        `「${name}」の運営が、次のコメントを削除しました。`,
        '',
        ...lines('ja'),
        '',
        'お心当たりのないときや、ご質問は、お問い合わせください。',
        button('問い合わせる', contact),
      ],
    ],
    en: [
      `Your comment was removed (${name})`,
      [
        `The staff of ${name} have removed:`,
        '',
        ...lines('en'),
        '',
        'If you have a question, please write to them.',
        button('Write to the club', contact),
      ],
    ],
  })
}
