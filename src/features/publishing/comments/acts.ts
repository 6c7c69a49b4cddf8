import type { Acts } from '#kit/acts.ts'
import type { comments } from './contract'

export const commentsActs: Acts<typeof comments> = {
  moderateComments: { ja: 'コメントに対応', en: 'Moderated comments' },
  replyToComment: { ja: 'ブランドとしてコメントに返信', en: 'Answered a comment as the brand' },
  pinComment: { ja: 'コメントを固定・解除', en: 'Pinned or unpinned a comment' },
  featureComment: {
    ja: 'コメントをブランドのページに掲載・解除',
    en: 'Put a comment on the brand’s page or took it off',
  },
  setCommentBan: { ja: 'コメントの停止を変更', en: 'Paused or allowed comments' },
  setWatchedWords: { ja: 'コメントの公開前の確認を変更', en: 'Changed what is checked before comments appear' },
}
