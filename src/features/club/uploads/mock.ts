import { type Mocks, refused } from '#kit/mock.ts'
import type { uploads } from './contract'
import { contentTypeOfFile } from './uploads'

export const uploadMocks: Mocks<typeof uploads> = {
  examples: ({ sendingUpload, sentUpload, tenantId, ids }) => ({
    getSignedUrlForPlanContentAttachmentUpload: {
      ...ids,
      type: 'image',
      fileName: 'cover.png',
      contentType: 'image/png',
      size: 1000,
    },
    getSignedUrlForPlanContentVideoUpload: { ...ids, fileName: 'live.mp4' },
    startMultipartUpload: {
      ...ids,
      fileName: 'live.mp4',
      purpose: 'video',
      contentType: 'video/mp4',
      size: 10_000_000,
    },
    getSignedUrlsForMultipartUpload: { ...ids, uploadId: sendingUpload, fileName: 'live.mp4', numOfParts: 2 },
    completeMultipartUpload: {
      tenantId,
      uploadId: sentUpload,
      fileName: 'live.mp4',
      parts: [{ partNumber: 1, etag: '"d41d8cd98f00b204e9800998ecf8427e"' }],
    },
    abortMultipartUpload: { tenantId, uploadId: sendingUpload },
  }),
  answers: {
    getSignedUrlForPlanContentAttachmentUpload: (file, { picture }) => ({
      mediaId: 'media_mock',
      headers: { 'Content-Type': contentTypeOfFile(file) ?? '' },
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
    uploadRefused: { startMultipartUpload: () => refused('forbidden') },
    uploadFailing: { getSignedUrlForPlanContentAttachmentUpload: () => refused('internal') },
  },
}
