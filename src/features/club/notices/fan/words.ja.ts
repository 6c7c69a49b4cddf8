import type { NoticeKind } from '../notice'

const words = {
  title: 'お知らせ',
  close: '閉じる',
  isNew: '新着',
  empty: 'この2週間のお知らせはありません',
  emptyText: 'コメントへの返信、新しいコンテンツ、ライブ配信、ご注文の発送があると、ここに届きます。',
  says: {
    reply: (who: string) => `会員の${who === '' ? '方' : `${who}さん`}がコメントに返信しました`,
    brandReply: (name: string) => `「${name}」がコメントに返信しました`,
    content: () => '新しいコンテンツが公開されました',
    livePlanned: () => 'ライブ配信の予定が決まりました',
    liveBegan: () => 'ライブ配信が始まりました',
    orderSent: (number: string) => `ご注文 ${number} を発送しました`,
    pickUpOpen: (number: string) => `ご注文 ${number} の受け取りが始まりました`,
    orderReady: (number: string) => `ご注文 ${number} を受け取れます`,
  } satisfies Record<NoticeKind, (detail: string) => string> as Record<NoticeKind, (detail: string) => string>,
  begins: (when: string) => `${when} 開始`,
}

export type NoticeWordsText = typeof words
export default words
