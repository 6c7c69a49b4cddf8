import type { Acts } from '#kit/acts.ts'
import type { streamingContents } from './contract'

export const streamingContentsActs: Acts<typeof streamingContents> = {
  prepareLive: { ja: 'ライブ配信を用意して公開', en: 'Prepared and published a live' },
  createDraftPlanContentStreaming: { ja: '配信の下書きを作成', en: 'Drafted a stream' },
  updatePlanContentStreamingAsDraft: { ja: '配信の下書きを変更', en: 'Changed a draft of a stream' },
  updatePlanContentStreamingAsActive: { ja: '配信を公開・変更', en: 'Published or changed a stream' },
  scheduleToPublishPlanContentStreaming: { ja: '配信の公開を予定', en: 'Scheduled a stream’s publishing' },
  updatePublishmentScheduledPlanContentStreaming: { ja: '公開予定の配信を変更', en: 'Changed a scheduled stream' },
}
