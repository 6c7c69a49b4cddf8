import { onLockScreen, shortened } from '#kit/shortened.ts'
import type { PushMessage } from '#server/push/message.ts'

type Answered = { name: string; slug: string; planContent: { planContentId: string; name: string }; by?: string }

const longestName = 30
const answered = {
  ja: (by: string) => (by ? `コメントに${by}さんから返信がありました：` : 'コメントに返信がありました：'),
  en: (by: string) => (by ? `${by} has answered your comment: ` : 'Your comment was answered: '),
}
/** As the mail of an answer: neither text is quoted. */
export const answeredMessage = (locale: 'ja' | 'en', { name, slug, planContent, by = '' }: Answered): PushMessage => ({
  title: shortened(name, onLockScreen.title),
  body: `${answered[locale](shortened(by, longestName))}${shortened(planContent.name, onLockScreen.name)}`,
  path: `${locale === 'en' ? '/en' : ''}/fc/${slug}/contents/${planContent.planContentId}`,
  tag: `answer ${planContent.planContentId}`,
  locale,
})
