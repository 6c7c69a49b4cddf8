import { onLockScreen, shortened } from '#kit/shortened.ts'
import type { PushMessage } from '#server/push/message.ts'

type Answered = { name: string; slug: string; planContent: { planContentId: string; name: string } }

/** As the mail of an answer: neither text is quoted. */
export const answeredMessage = (locale: 'ja' | 'en', { name, slug, planContent }: Answered): PushMessage => ({
  title: shortened(name, onLockScreen.title),
  body:
    locale === 'ja'
      ? `コメントに返信がありました：${shortened(planContent.name, onLockScreen.name)}`
      : `Your comment was answered: ${shortened(planContent.name, onLockScreen.name)}`,
  path: `${locale === 'en' ? '/en' : ''}/fc/${slug}/contents/${planContent.planContentId}`,
  tag: `answer ${planContent.planContentId}`,
  locale,
})
