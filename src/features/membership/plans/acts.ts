import type { Acts } from '#kit/acts.ts'
import type { plans } from './contract'

export const plansActs: Acts<typeof plans> = {
  createDraftPlan: { ja: 'プランの下書きを作成', en: 'Drafted a plan' },
  createActivePlan: { ja: 'プランを作成して公開', en: 'Made and published a plan' },
  activateDraftPlan: { ja: 'プランを公開', en: 'Published a plan' },
  updateDraftPlan: { ja: 'プランの下書きを変更', en: 'Changed a draft of a plan' },
  updateActivePlan: { ja: '公開中のプランを変更', en: 'Changed a published plan' },
  updateScheduledToBeArchivedPlan: { ja: 'アーカイブ予定のプランを変更', en: 'Changed a plan that will be archived' },
  scheduleToArchivePlan: { ja: 'プランのアーカイブを予定', en: 'Scheduled a plan’s archive' },
  cancelScheduledArchive: { ja: 'プランのアーカイブを取り消し', en: 'Took a plan’s archive back' },
}
