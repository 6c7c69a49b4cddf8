import type { Acts } from '#kit/acts.ts'
import type { uploads } from './contract'

export const uploadsActs: Acts<typeof uploads> = {
  getSignedUrlForPlanContentAttachmentUpload: { ja: 'ファイルをアップロード', en: 'Uploaded a file' },
  getSignedUrlForPlanContentVideoUpload: { ja: '動画をアップロード', en: 'Uploaded a video' },
  startMultipartUpload: { ja: '大きなファイルのアップロードを開始', en: 'Began the upload of a large file' },
  completeMultipartUpload: { ja: '大きなファイルのアップロードを完了', en: 'Completed the upload of a large file' },
  abortMultipartUpload: { ja: '大きなファイルのアップロードを中止', en: 'Stopped the upload of a large file' },
}
