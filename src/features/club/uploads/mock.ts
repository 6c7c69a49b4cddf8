import { type Mocks, refused } from '#kit/mock.ts'
import type { uploads } from './contract'

export const uploadMocks: Mocks<typeof uploads> = {
  answers: {
    getSignedUrlForPlanContentAttachmentUpload: ({ contentType }, { picture }) => ({
      mediaId: 'media_mock',
      headers: { 'Content-Type': contentType },
      urlForUpload: picture('uploaded'),
      urlForDownload: picture('uploaded'),
    }),
    getSignedUrlForPlanContentVideoUpload: (_, { picture }) => ({
      url: picture('uploaded'),
      mediaId: 'media_mock',
      contentType: 'video/mp4',
    }),
    startMultipartUpload: ({ fileName, contentType }) => ({
      uploadId: 'upload_mock',
      mediaId: 'media_mock',
      fileName,
      contentType,
    }),
    getSignedUrlsForMultipartUpload: ({ numOfParts }, { picture }) =>
      Array.from({ length: numOfParts }, (_, i) => ({ partNumber: i + 1, url: picture(`part-${i + 1}`) })),
    completeMultipartUpload: () => ({ mediaId: 'media_mock' }),
    abortMultipartUpload: () => ({}),
  },
  scenarios: {
    uploadFailing: { getSignedUrlForPlanContentAttachmentUpload: () => refused('internal') },
  },
}
