import type { Acts } from '#kit/acts.ts'
import type { contents } from './contract'

export const contentsActs: Acts<typeof contents> = {
  rescheduleAction: { ja: '予定の日時を変更', en: 'Moved something scheduled' },
  cancelScheduledAction: { ja: '予定を取り消し', en: 'Took something scheduled back' },
  revertPlanContentToDraft: { ja: 'コンテンツを下書きに戻す', en: 'Turned a content back into a draft' },
  publishPlanContent: { ja: 'コンテンツを公開', en: 'Published a content' },
  copyPlanContent: { ja: 'コンテンツを複製', en: 'Copied a content' },
  deletePlanContent: { ja: 'コンテンツを削除', en: 'Deleted a content' },
  reschedulePlanContentPublishment: { ja: 'コンテンツの公開日時を変更', en: 'Moved a content’s publishing' },
}
