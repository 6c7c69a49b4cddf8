import { z } from 'zod'
import { brandOutside, brandRead, brandWrite, contentRoles, contract, type Issue } from '#kit/contract.ts'
import { id, text } from '#kit/text.ts'
import { contentTypeOf, endingsOf, type LargePurpose, largePurposes, largestFile, mostParts } from './large'
import { nameProblem, problemOf, uploadKinds } from './uploads'

const fileName = text({ max: 300 })
const part = z.object({ partNumber: z.int().min(1).max(mostParts), etag: text({ min: 1, max: 100 }) })

type LargeFile = { fileName: string; contentType: string; size: number; purpose: LargePurpose }
const checkLarge = ({ fileName: name, contentType, purpose }: LargeFile, issue: Issue) => {
  const problem = nameProblem(name)
  const endings = endingsOf(purpose, contentType)
  if (problem) issue(problem.field, problem.rule)
  else if (endings.length === 0) issue('contentType', 'fileType')
  else if (!endings.some((ending) => name.toLowerCase().endsWith(`.${ending}`))) issue('fileName', 'fileType')
}

export const uploads = contract({
  getSignedUrlForPlanContentAttachmentUpload: brandWrite({
    audit: ['type', 'fileName', 'size'],
    payload: {
      type: z.enum(uploadKinds),
      fileName,
      /** Without it the name's ending decides. */
      contentType: z.string().max(100).optional(),
      /** Without it the file may be as large as its kind allows, which is checked when it comes. */
      size: z.int().optional(),
      /** A picture that only some may see, as one in a body: it gets a signed address whenever it is read. */
      isPrivate: z.boolean().optional(),
    },
    result: z.object({
      mediaId: id,
      /** Headers that the PUT has to carry as they are: they are part of the signature. */
      headers: z.record(z.string(), z.string()),
      urlForUpload: z.url(),
      /** Public pictures: a durable URL, readable once the PUT was accepted. Other files: valid for an hour. */
      urlForDownload: z.url(),
    }),
    roles: contentRoles,
    limit: { points: 60, seconds: 60 },
    check: (file, issue) => {
      const problem = problemOf(file)
      if (problem) issue(problem.field, problem.rule)
    },
  }),
  /** One PUT of at most 5 GB, straight to the storage; larger files, and those that may be interrupted, come in parts. */
  getSignedUrlForPlanContentVideoUpload: brandOutside({
    roles: contentRoles,
    audit: ['fileName'],
    payload: { fileName },
    result: z.object({ url: z.url(), mediaId: id, contentType: z.string() }),
    limit: { points: 60, seconds: 60 },
    check: ({ fileName: name }, issue) => {
      const problem = nameProblem(name)
      if (problem) issue(problem.field, problem.rule)
      else if (contentTypeOf('video', name) === null) issue('fileName', 'fileType')
    },
  }),
  /** The parts go straight to the storage, as many at a time as the sender likes. */
  startMultipartUpload: brandOutside({
    roles: contentRoles,
    audit: ['fileName', 'purpose', 'size'],
    payload: {
      fileName,
      purpose: z.enum(largePurposes),
      contentType: z.string().max(100),
      size: z.int().min(1).max(largestFile),
    },
    result: z.object({ uploadId: id, mediaId: id, fileName: z.string(), contentType: z.string() }),
    limit: { points: 60, seconds: 60 },
    check: checkLarge,
  }),
  /** Where parts have come already, whose answers may have been lost, they are named (beyond the specification). */
  getSignedUrlsForMultipartUpload: brandRead({
    roles: contentRoles,
    payload: { uploadId: id, fileName, numOfParts: z.int().min(1).max(mostParts) },
    result: z.array(
      z.object({
        partNumber: z.int(),
        url: z.url(),
        arrived: z.object({ etag: z.string(), size: z.int() }).optional(),
      }),
    ),
    refusals: ['uploadNotFound'],
  }),
  completeMultipartUpload: brandOutside({
    by: 'upload',
    roles: contentRoles,
    audit: ['uploadId', 'fileName'],
    payload: { tenantId: id, uploadId: id, fileName, parts: z.array(part).min(1).max(mostParts) },
    result: z.object({ mediaId: id }),
    refusals: ['uploadNotFound'],
    // Ten thousand parts with their etags.
    maxBytes: 1024 * 1024,
  }),
  abortMultipartUpload: brandOutside({
    by: 'upload',
    roles: contentRoles,
    audit: ['uploadId'],
    payload: { tenantId: id, uploadId: id },
    result: z.object({}),
    refusals: ['uploadNotFound'],
  }),
})
