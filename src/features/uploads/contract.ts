import { z } from 'zod'
import { brandWrite, contentRoles, contract } from '../../kit/contract'
import { id } from '../../kit/text'
import { problemOf, uploadKinds } from './uploads'

export const uploads = contract({
  getSignedUrlForPlanContentAttachmentUpload: brandWrite({
    audit: ['type', 'fileName', 'size'],
    payload: {
      type: z.enum(uploadKinds),
      fileName: z.string().max(300),
      contentType: z.string().max(100),
      size: z.int(),
    },
    result: z.object({
      mediaId: id,
      /** Headers that the PUT has to carry as they are: they are part of the signature. */
      headers: z.record(z.string(), z.string()),
      urlForUpload: z.url(),
      /** Of a picture its durable address, readable once the PUT has been accepted; otherwise good for an hour. */
      urlForDownload: z.url(),
    }),
    roles: contentRoles,
    limit: { points: 60, seconds: 60 },
    check: (file, issue) => {
      const problem = problemOf(file)
      if (problem) issue(problem.field, problem.rule)
    },
  }),
})
