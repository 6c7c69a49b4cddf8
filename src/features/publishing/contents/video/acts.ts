import type { Acts } from '#kit/acts.ts'
import type { video } from './contract'

export const videoActs: Acts<typeof video> = {
  cancelVideoConversion: { ja: '動画の変換を中止', en: 'Stopped a video’s conversion' },
  retryVideoConversion: { ja: '動画の変換をやり直し', en: 'Tried a video’s conversion again' },
  createDraftPlanContentVideo: { ja: '動画の下書きを作成', en: 'Drafted a video' },
  updatePlanContentVideoAsDraft: { ja: '動画の下書きを変更', en: 'Changed a draft of a video' },
  updatePlanContentVideoAsActive: { ja: '動画を公開・変更', en: 'Published or changed a video' },
  scheduleToPublishPlanContentVideo: { ja: '動画の公開を予定', en: 'Scheduled a video' },
  updatePublishmentScheduledPlanContentVideo: { ja: '公開予定の動画を変更', en: 'Changed a scheduled video' },
}
