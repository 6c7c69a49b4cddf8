import { onLockScreen, shortened } from '#kit/shortened.ts'
import type { PushMessage } from '#server/push/message.ts'

type Answered = { name: string; slug: string; planContent: { planContentId: string; name: string }; by?: string }

const longestName = 30
const answered = {
  ja: (by: string | undefined) =>
    by === undefined
      ? 'コメントに返信がありました：'
      : `コメントに会員の${by === '' ? '方' : `${by}さん`}から返信がありました：`,
  en: (by: string | undefined) =>
    by === undefined
      ? 'Your comment was answered: '
      : `A member${by === '' ? '' : ` (${by})`} has answered your comment: `,
}
/** As the mail of an answer: neither text is quoted. */
export const answeredMessage = (locale: 'ja' | 'en', { name, slug, planContent, by }: Answered): PushMessage => ({
  title: shortened(name, onLockScreen.title),
  body: `${answered[locale](by && shortened(by, longestName))}${shortened(planContent.name, onLockScreen.name)}`,
  path: `${locale === 'en' ? '/en' : ''}/fc/${slug}/contents/${planContent.planContentId}`,
  tag: `answer ${planContent.planContentId}`,
  locale,
})
