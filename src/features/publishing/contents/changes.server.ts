import { commentsBeginWith } from '#club/brands/queries.server.ts'
import { mediaOfAddress } from '#club/uploads/media.ts'
import { uploadsOf } from '#club/uploads/queries.server.ts'
import type { NewId } from '#kit/ids.ts'
import type { Instant } from '#kit/time.ts'
import { plansForContents } from '#membership/plans/queries.server.ts'
import type { Transaction } from '#server/jobDefinition.ts'
import type { Brand, Db } from '#server/proven.ts'
import { memberNewsJobs } from '../news/jobs.server'
import { noticeOf } from '../news/notice.queries.server'
import { tellWhenRead } from '../news/work.server'
import { findStreaming } from '../streamings/queries.server'
import {
  type ActiveContent,
  asRead,
  type Content,
  type ContentBody,
  type ContentTerms,
  type ContentType,
  clipAfter,
  type DraftContent,
  type Edits,
  formerPeriodsAfter,
  incompleteness,
  newDraft,
  publishingTimeProblem,
  type ScheduledContent,
} from './content'
import { mediaOf } from './document'
import { insertContent, isConverted, lockContent, saveContent } from './queries.server'
import { keepVersion } from './versions/queries.server'
import { videoJobs } from './video/jobs.server'

/*
 * Shared by all content types. A change locks the content, reads its current state, applies a pure function, checks
 * plans, files and times, and saves.
 */

type Refusal =
  | 'contentNotFound'
  | 'planNotFound'
  | 'planArchived'
  | 'mediaNotFound'
  | 'streamingNotFound'
  | 'conflict'
  | 'videoNotReady'
  | 'incomplete'
  | 'publishTimeInPast'
type Context = {
  db: Db
  brand: Brand
  user: { uid: string }
  now: Instant
  refuse: (code: Refusal | 'validation', fields?: { field: string; rule: string }[]) => never
}

export const isDraft = (content: Content): content is DraftContent => content.status === 'draft'
export const isScheduled = (content: Content): content is ScheduledContent => content.status === 'publishmentScheduled'
export const isActive = (content: Content): content is ActiveContent => content.status === 'active'

/** Pictures of our own storage are stored by their media id, all others by their address. */
const storedImage = (url: string) => {
  const mediaId = mediaOfAddress(url)
  return mediaId ? `media:${mediaId}` : url
}
export const mediaIdOfImage = (image: string) => (image.startsWith('media:') ? image.slice('media:'.length) : null)

export const mediaIdsIn = ({
  text,
  english,
  imageUrls,
  mediaId = null,
}: Pick<ContentBody, 'text' | 'imageUrls'> & Partial<ContentBody> & Pick<ContentTerms, 'english'>) => [
  ...new Set([
    ...mediaOf(text),
    ...mediaOf(english.text ?? ''),
    ...imageUrls.flatMap((image) => mediaIdOfImage(image) ?? []),
    ...(mediaId === null ? [] : [mediaId]),
  ]),
]

/** Plans and files must belong to the brand; publishing also requires active plans and a converted video. */
const check = async ({ db, brand, now, refuse }: Context, content: Content) => {
  if (content.planIds.length > 0) {
    const known = await plansForContents(db, brand, content.planIds, now)
    if (known.length < content.planIds.length) return refuse('planNotFound')
    if (content.status !== 'draft' && known.some(({ isOpen }) => !isOpen)) return refuse('planArchived')
  }
  const wanted = mediaIdsIn(content)
  if (wanted.length > 0) {
    const found = await uploadsOf(db, brand, wanted)
    if (found.length < wanted.length) return refuse('mediaNotFound')
  }
  if (content.streamingId !== null && !(await findStreaming(db, brand, content.streamingId)))
    return refuse('streamingNotFound')
  if (content.status === 'draft') return
  const problem = incompleteness(content)
  if (problem) return refuse('incomplete', [problem])
  if (content.type === 'video' && !(await isConverted(db, brand, content.mediaId ?? ''))) return refuse('videoNotReady')
  if (content.status === 'publishmentScheduled') {
    const late = publishingTimeProblem(content.publishingAt, now)
    if (late === 'publishTimeInPast') return refuse('publishTimeInPast')
    if (late) return refuse('validation', [{ field: 'publishingAt', rule: late }])
  }
}

const stored = (content: Content): Content => ({ ...content, imageUrls: content.imageUrls.map(storedImage) })

/** Defaults of a new content. */
const untitled: ContentTerms & ContentBody = {
  name: '',
  description: '',
  preview: '',
  english: {},
  thumbnail: '',
  viewableBy: 'paidUsers',
  planIds: [],
  backNumberPeriod: null,
  periodFollows: false,
  commentPolicy: 'enabled',
  commentAudience: 'all',
  text: '',
  imageUrls: [],
  mediaId: null,
  clipFromMs: null,
  streamingId: null,
}

/** Notifies members of a running live streaming when a content first shows it. */
const tellOfLive = async ({ enqueue, now }: Pick<Context, 'now'> & Pick<Transaction, 'enqueue'>, content: Content) => {
  const { streamingId } = content
  if (streamingId === null || isDraft(content)) return
  const at = isScheduled(content) ? content.publishingAt : now
  await enqueue(memberNewsJobs.tellOfLive, { streamingId }, { at })
}

/** A clip whose start or video was changed is cut anew; the one before is nobody's any more. */
const replaceClip = async (
  { brand, enqueue }: Pick<Context, 'brand'> & Pick<Transaction, 'enqueue'>,
  before: Content,
  { planContentId, clip, clipFromMs, mediaId }: Content,
) => {
  if (before.clip !== '' && clip === '') await enqueue(videoJobs.removeClip, { ...idsOf(brand), clip: before.clip })
  const isChanged = clipFromMs !== before.clipFromMs || mediaId !== before.mediaId
  if (isChanged && clipFromMs !== null) await enqueue(videoJobs.cutClip, { planContentId })
}
const idsOf = ({ tenantId, brandId }: Brand) => ({ tenantId, brandId })

/** Creates a draft with the given fields; `move` may publish it at once. */
export const createContent = async <C extends Context & { newId: NewId }>(
  context: C,
  type: ContentType,
  said: Edits,
  move: (draft: DraftContent) => Content = (draft) => draft,
) => {
  const { db, brand, now, newId } = context
  const planContentId = newId('content')
  const begins = { ...untitled, ...(await commentsBeginWith(db, brand)) }
  const made = move(newDraft({ planContentId, type }, { ...begins, ...said }, now))
  const content = { ...stored(made), editedBy: context.user.uid }
  await check(context, content)
  await insertContent(db, brand, content)
  await keepVersion(context, null, content)
  return { planContentId }
}

/** Changes a content of this type (null: any type) by `move`, which refuses states that it does not apply to. */
export const changeContent = async <C extends Context & Pick<Transaction, 'enqueue'> & { newId: NewId }>(
  context: C,
  type: ContentType | null,
  { planContentId, expectedEditedAt }: { planContentId: string; expectedEditedAt?: Instant | undefined },
  move: (content: Content) => Content,
) => {
  const { db, brand, now, refuse } = context
  const found = (await lockContent(db, brand, planContentId)) ?? refuse('contentNotFound')
  if (type !== null && found.content.type !== type) return refuse('contentNotFound')
  if (expectedEditedAt !== undefined && expectedEditedAt !== found.content.editedAt) return refuse('conflict')
  const before = asRead(found.content, found.plans, now)
  const moved = stored(move(before))
  const formerPeriods = formerPeriodsAfter(found.content, moved, now)
  const clip = clipAfter(found.content, moved)
  const content = { ...moved, formerPeriods, clip, editedBy: context.user.uid }
  await check(context, content)
  if (!(await saveContent(db, brand, content, found.content))) return refuse('conflict')
  await replaceClip(context, found.content, content)
  await keepVersion(context, found.content, content)
  if (isActive(before)) return { planContentId }
  await tellOfLive(context, content)
  // Only one that was never told of (rule: notices.once).
  if ((await noticeOf(db, brand, planContentId))?.toldAt === null) await tellWhenRead(context, brand, content, now)
  return { planContentId }
}

type SentFields = Record<string, unknown>
const editable = [
  'name',
  'description',
  'preview',
  'english',
  'thumbnail',
  'viewableBy',
  'planIds',
  'backNumberPeriod',
  'periodFollows',
  'commentPolicy',
  'commentAudience',
  'text',
  'imageUrls',
  'mediaId',
  'clipFromMs',
] as const

/** The editable fields of a payload; omitted fields are left unchanged. Who says a month alone has chosen it. */
export const editsOf = (payload: SentFields): Edits => ({
  ...(payload.backNumberPeriod !== undefined && { periodFollows: false }),
  ...Object.fromEntries(editable.flatMap((name) => (payload[name] === undefined ? [] : [[name, payload[name]]]))),
})
