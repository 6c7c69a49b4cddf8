import type { Acts } from '#kit/acts.ts'
import type { news } from './contract'

export const newsActs: Acts<typeof news> = {
  createDraftPlanContentNews: { ja: 'お知らせの下書きを作成', en: 'Drafted news' },
  createActivePlanContentNews: { ja: 'お知らせを公開', en: 'Published news' },
  createPublishmentScheduledPlanContentNews: { ja: 'お知らせの公開を予定', en: 'Scheduled news' },
  updatePlanContentNewsAsDraft: { ja: 'お知らせの下書きを変更', en: 'Changed a draft of news' },
  updatePlanContentNewsAsActive: { ja: 'お知らせを公開・変更', en: 'Published or changed news' },
  scheduleToPublishPlanContentNews: { ja: 'お知らせの公開を予定', en: 'Scheduled news' },
  updatePublishmentScheduledPlanContentNews: { ja: '公開予定のお知らせを変更', en: 'Changed scheduled news' },
}
