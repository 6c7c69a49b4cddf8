import type { ResultOf } from '../../kit/contract'
import type { uploads } from './contract'

const picture = 'https://storage.tsudoi.example/public/media_mock.png'

export const uploadMocks: { [Name in keyof typeof uploads]: ResultOf<(typeof uploads)[Name]> } = {
  getSignedUrlForPlanContentAttachmentUpload: {
    mediaId: 'media_mock',
    headers: { 'Content-Type': 'image/png' },
    urlForUpload: 'https://storage.tsudoi.example/upload/media_mock',
    urlForDownload: picture,
  },
}
