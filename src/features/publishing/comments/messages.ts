import type { PushMessage } from '#server/push/message.ts'

type Answered = { name: string; slug: string; planContent: { planContentId: string; name: string } }

/** As the mail of an answer: neither text is quoted. */
export const answeredMessage = (locale: 'ja' | 'en', { name, slug, planContent }: Answered): PushMessage => ({
  title: name.slice(0, 120),
  body: (locale === 'ja'
    ? `「${planContent.name}」へのコメントに返信がありました`
    : `Your comment on “${planContent.name}” was answered`
  ).slice(0, 400),
  path: `${locale === 'en' ? '/en' : ''}/fc/${slug}/contents/${planContent.planContentId}`,
  tag: `answer ${planContent.planContentId}`,
  locale,
})
