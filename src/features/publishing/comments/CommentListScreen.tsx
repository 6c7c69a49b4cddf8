import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { routes, useQueryValue, useRouteIds } from '#client/routes.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { day } from '#kit/time.ts'
import { Badge, type Tone } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { Link } from '#ui/Link.tsx'
import { CommentIcon } from '#ui/look/icons.tsx'
import { Page } from '#ui/page/Page.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { ListTabs } from '#ui/table/ListTabs.tsx'
import { useHrefWith } from '#ui/table/Pager.tsx'
import { useListQuery } from '#ui/table/useListQuery.ts'
import { DateText } from '#ui/text/DateText.tsx'
import { AnswerDialog } from './AnswerDialog'
import { type CommentStatus, type Moderation, mayFeature, mayPin, moderated, moderations } from './comment'
import { comments, commentTabs, type StaffComment } from './contract'
import { BanDialog, FollowUp, ModerateDialog, ReadDialog, useTold, WordsDialog } from './ModerationDialogs'
import { CommentWords, useCommentWords } from './words'

export const CommentListScreen = () => (
  <CommentWords>
    <CommentList />
  </CommentWords>
)

const periods = { day, week: 7 * day, month: 30 * day } as const
const tones: Record<CommentStatus, Tone> = { published: 'ok', held: 'warn', hidden: 'plain', deleted: 'bad' }
type Ids = { tenantId: string; brandId: string }
type OpenDialog =
  | { kind: 'moderate'; action: Moderation; items: readonly StaffComment[]; clear: () => void }
  | { kind: 'answer' | 'ban' | 'read'; comment: StaffComment }
  | { kind: 'words' }
  | null

/** Start of the period chosen in the URL, rounded to the hour so that the query's cache key is stable. */
const sinceOf = (period: string) => {
  const length = periods[period as keyof typeof periods]
  return length === undefined ? undefined : Math.floor((Date.now() - length) / 3_600_000) * 3_600_000
}

const useComments = (ids: Ids | null) => {
  const chosen = useQueryValue('tab')
  const tab = commentTabs.find((one) => one === chosen) ?? 'needsReview'
  const { q, asked } = useListQuery([])
  const userId = useQueryValue('userId')
  const planContentId = useQueryValue('planContentId')
  const from = sinceOf(useQueryValue('period'))
  const list = useRead(
    comments.getComments,
    ids && {
      ...ids,
      tab,
      pagination: asked.pagination,
      ...(q !== '' && { q: [...q].slice(0, 100).join('') }),
      ...(/^[\w-]{1,128}$/.test(userId) && { userId }),
      ...(/^[\w-]{1,64}$/.test(planContentId) && { planContentId }),
      ...(from !== undefined && { from }),
    },
  )
  return { list, tab, userId, planContentId }
}

const CommentList = () => {
  const words = useCommentWords()
  const ids = useRouteIds('tenantId', 'brandId')
  const hrefWith = useHrefWith()
  const { list, tab, userId, planContentId } = useComments(ids)
  const [asked, setAsked] = useState<OpenDialog>(null)
  const { counts, canModerate = false, watchedWords = [], holdNewFans = false } = list.data ?? {}
  const [first] = list.data?.comments ?? []
  const columns = useColumns(canModerate ? (comment) => setAsked({ kind: 'answer', comment }) : undefined)
  const told = useTold()
  const { mutateAsync: savePin } = useWrite(comments.pinComment, { refresh: [comments.getComments] })
  const pin = ({ id: commentId, isPinned }: StaffComment) =>
    told(async () => {
      if (ids) await savePin({ ...ids, commentId, pinned: !isPinned })
      return isPinned ? words.unpinDone : words.pinDone
    })
  const { mutateAsync: saveFeatured } = useWrite(comments.featureComment, { refresh: [comments.getComments] })
  const feature = ({ id: commentId, isFeatured }: StaffComment) =>
    told(async () => {
      if (ids) await saveFeatured({ ...ids, commentId, featured: !isFeatured })
      return isFeatured ? words.unfeatureDone : words.featureDone
    })
  const actionsOf = (comment: StaffComment) => [
    { key: 'read', label: words.read, onSelect: () => setAsked({ kind: 'read', comment }) },
    // What fans wrote has a button of its own.
    ...(canModerate && comment.status === 'published' && comment.isBrand
      ? [{ key: 'answer', label: words.answer, onSelect: () => setAsked({ kind: 'answer', comment }) }]
      : []),
    ...(comment.isBrand
      ? []
      : [
          {
            key: 'fan',
            label: words.ofThisFan,
            href: hrefWith({ userId: comment.commentedBy.userId, tab: 'all', page: null }),
          },
        ]),
    {
      key: 'content',
      label: words.ofThisContent,
      href: hrefWith({ planContentId: comment.planContent.planContentId, tab: 'all', page: null }),
    },
    ...(canModerate
      ? [
          ...moderations
            .filter((action) => moderated(comment.status, action) !== null || isSettling(comment, action))
            .map((action) => ({
              key: action,
              label: words.actions[action],
              onSelect: () => setAsked({ kind: 'moderate', action, items: [comment], clear: () => {} }),
            })),
          ...(mayPin(comment)
            ? [
                {
                  key: 'pin',
                  label: comment.isPinned ? words.unpin : words.pin,
                  onSelect: () => void pin(comment),
                },
              ]
            : []),
          ...(mayFeature(comment) || comment.isFeatured
            ? [
                {
                  key: 'feature',
                  label: comment.isFeatured ? words.unfeature : words.feature,
                  onSelect: () => void feature(comment),
                },
              ]
            : []),
          ...(comment.isBrand
            ? []
            : [
                {
                  key: 'ban',
                  label: comment.banned ? words.unban : words.ban,
                  onSelect: () => setAsked({ kind: 'ban', comment }),
                },
              ]),
        ]
      : []),
  ]
  return (
    <Page
      title={words.title}
      {...(counts && { count: counts.all })}
      actions={
        canModerate && (
          <Button onClick={() => setAsked({ kind: 'words' })}>
            {words.holding}
            <chakra.span display={{ base: 'none', md: 'inline' }} color="muted" fontWeight="medium">
              {holdNewFans && `${words.newFansHeld} · `}
              {words.watchedCount(watchedWords.length)}
            </chakra.span>
          </Button>
        )
      }
    >
      {list.data && !canModerate && (
        <chakra.p color="muted" fontSize="0.875rem" mb={3}>
          {words.readOnly}
        </chakra.p>
      )}
      {(userId || planContentId) && (
        <chakra.p fontSize="0.875rem" mb={3}>
          {userId ? words.showing(first?.commentedBy.displayName || words.noName) : words.showingContent}{' '}
          <Link href={hrefWith({ userId: null, planContentId: null, page: null })} shallow scroll={false}>
            <chakra.span color="accentText" textDecoration="underline">
              {words.showAll}
            </chakra.span>
          </Link>
        </chakra.p>
      )}
      <Card flush>
        {ids && (
          <ListTabs
            label={words.title}
            query="tab"
            names={commentTabs}
            chosen={tab}
            labels={words.tabs}
            counts={counts}
          />
        )}
        <DataTable
          label={words.tableLabel}
          columns={columns}
          list={list}
          items={list.data?.comments}
          itemId={({ id }) => id}
          itemName={({ content, commentedBy }) => `${commentedBy.displayName || words.noName}: ${content.slice(0, 30)}`}
          itemHref={({ planContent }) => (ids ? routes.content({ ...ids, contentId: planContent.planContentId }) : '')}
          actions={actionsOf}
          {...(canModerate && {
            bulk: (items: readonly StaffComment[], clear: () => void) => (
              <>
                {moderations
                  .filter((action) => items.some((item) => moderated(item.status, action) !== null))
                  .map((action) => (
                    <Button key={action} onClick={() => setAsked({ kind: 'moderate', action, items, clear })}>
                      {words.actions[action]}
                    </Button>
                  ))}
              </>
            ),
          })}
          search={words.search}
          filters={[
            {
              name: 'period',
              label: words.filters.period,
              options: [
                { value: '', label: words.periods.all },
                ...(['day', 'week', 'month'] as const).map((value) => ({ value, label: words.periods[value] })),
              ],
            },
          ]}
          empty={
            tab === 'unanswered' && counts && counts.all > 0 ? (
              <EmptyState title={words.emptyUnanswered.title} text={words.emptyUnanswered.text} />
            ) : counts && counts.all > 0 ? (
              <EmptyState title={words.emptyTab.title} text={words.emptyTab.text} />
            ) : (
              <EmptyState icon={<CommentIcon size={24} />} title={words.empty.title} text={words.empty.text} />
            )
          }
        />
      </Card>
      {ids && asked?.kind === 'moderate' && <ModerateDialog ids={ids} {...asked} onClose={() => setAsked(null)} />}
      {ids && asked?.kind === 'answer' && (
        <AnswerDialog ids={ids} comment={asked.comment} onClose={() => setAsked(null)} />
      )}
      {asked?.kind === 'read' && <ReadDialog comment={asked.comment} onClose={() => setAsked(null)} />}
      {ids && asked?.kind === 'ban' && <BanDialog ids={ids} comment={asked.comment} onClose={() => setAsked(null)} />}
      {ids && asked?.kind === 'words' && (
        <WordsDialog ids={ids} words={watchedWords} holdNewFans={holdNewFans} onClose={() => setAsked(null)} />
      )}
    </Page>
  )
}

/** A reported comment that stays published; its reports are settled. */
const isSettling = ({ status, reportCount }: StaffComment, action: Moderation) =>
  action === 'approve' && status === 'published' && reportCount > 0

const useColumns = (onAnswer: ((comment: StaffComment) => void) | undefined): readonly Column<StaffComment>[] => {
  const words = useCommentWords()
  return [
    {
      id: 'comment',
      header: words.columns.comment,
      main: true,
      cell: ({
        content,
        commentedBy,
        banned,
        isBrand,
        isReply,
        isAnswered,
        followUp,
        isEdited,
        isPinned,
        isFeatured,
      }) => (
        <chakra.span display="grid" gap={0.5}>
          <chakra.span fontSize="0.8125rem" color="muted" fontWeight="medium" whiteSpace="normal">
            {commentedBy.displayName || words.noName}
            {isBrand && ` · ${words.official}`}
            {isPinned && ` · ${words.pinned}`}
            {isFeatured && ` · ${words.featured}`}
            {isReply && ` · ${words.reply}`}
            {isAnswered && ` · ${words.answered}`}
            {isEdited && ` · ${words.edited}`}
            {banned && ` · ${words.banned}`}
          </chakra.span>
          <chakra.span fontWeight="medium" overflowWrap="anywhere" lineClamp={3} whiteSpace="pre-line">
            {content}
          </chakra.span>
          <FollowUp of={followUp} lines={2} />
        </chakra.span>
      ),
    },
    {
      id: 'content',
      header: words.columns.content,
      wrap: true,
      width: '170px',
      cell: ({ planContent }) => (
        <chakra.span lineClamp={2} minW={{ lg: '130px' }}>
          {planContent.name}
        </chakra.span>
      ),
    },
    {
      id: 'status',
      header: words.columns.status,
      cell: ({ status, heldReasons, reportCount }) => (
        <chakra.span display="inline-flex" flexWrap="wrap" gap={1}>
          <Badge tone={tones[status]}>
            {heldReasons[0] ? words.because(words.status[status], words.reasons[heldReasons[0]]) : words.status[status]}
          </Badge>
          {reportCount > 0 && <Badge tone="bad">{words.reports(reportCount)}</Badge>}
        </chakra.span>
      ),
    },
    {
      id: 'at',
      header: words.columns.at,
      cell: ({ commentedAt }) => <DateText at={commentedAt} short hour />,
    },
    ...(onAnswer
      ? [
          {
            id: 'answer',
            header: words.columns.answer,
            control: true,
            lastOnPhone: true,
            cell: (comment: StaffComment) =>
              comment.status === 'published' &&
              !comment.isBrand && (
                <Button size="s" onClick={() => onAnswer(comment)}>
                  {words.answerSend}
                </Button>
              ),
          },
        ]
      : []),
  ]
}
