import { type Mocks, refused } from '../../kit/mock'
import type { uploads } from './contract'

export const uploadMocks: Mocks<typeof uploads> = {
  answers: {
    getSignedUrlForPlanContentAttachmentUpload: ({ contentType }, { picture }) => ({
      mediaId: 'media_mock',
      headers: { 'Content-Type': contentType },
      urlForUpload: picture('uploaded'),
      urlForDownload: picture('uploaded'),
    }),
  },
  scenarios: {
    uploadFailing: { getSignedUrlForPlanContentAttachmentUpload: () => refused('internal') },
  },
}
