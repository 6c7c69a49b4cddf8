import type { Acts } from '#kit/acts.ts'
import type { inquiries } from './contract'

export const inquiriesActs: Acts<typeof inquiries> = {
  createInquiry: { ja: 'お問い合わせを送信', en: 'Sent a request' },
  replyToInquiry: { ja: 'お問い合わせに返信', en: 'Answered a request' },
  setInquiryState: { ja: 'お問い合わせの状態を変更', en: 'Changed a request’s state' },
  assignInquiry: { ja: 'お問い合わせの担当を変更', en: 'Changed who answers a request' },
}
