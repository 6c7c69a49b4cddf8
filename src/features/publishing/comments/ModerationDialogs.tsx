import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useReader } from '#client/useReader.ts'
import { characters } from '#kit/text.ts'
import { day } from '#kit/time.ts'
import { Button } from '#ui/Button.tsx'
import { Field, Fields } from '#ui/form/Field.tsx'
import { Checkbox, Switch } from '#ui/form/Switch.tsx'
import { Select, TextArea, TextInput } from '#ui/form/TextInput.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { LettersToSend } from '#ui/text/LettersToSend.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import type { Moderation } from './comment'
import { comments, reasonLength, type StaffComment, watchedWordsCount } from './contract'
import { commentRemoved } from './mails'
import { useCommentWords } from './words'

type Ids = { tenantId: string; brandId: string }
const refresh = [comments.getComments] as const

/** Runs the work and shows a toast for its success or failure; returns whether it succeeded. */
export const useTold = () => {
  const attempt = useAttempt(useCommentWords().refusals)
  return (work: () => Promise<string>) => attempt(async () => toast({ tone: 'ok', title: await work() }))
}

/** What a fan wrote last under a comment: that is what waits for an answer. */
export const FollowUp = ({ of, lines }: { of: StaffComment['followUp']; lines?: number }) => {
  const words = useCommentWords()
  return of ? (
    <chakra.span display="block" mt={1.5} pl={2} borderLeftWidth="2px" borderColor="border" lineClamp={lines}>
      <chakra.span fontSize="0.8125rem" color="muted" fontWeight="medium">
        {words.followUp(of.displayName || words.noName)}
      </chakra.span>{' '}
      {of.content}
    </chakra.span>
  ) : null
}

/** Full text and all reasons; a row of the list shows three lines and one reason. */
export const Whole = ({ comment: { content, commentedBy, heldReasons, followUp } }: { comment: StaffComment }) => {
  const words = useCommentWords()
  return (
    <chakra.figure display="grid" gap={1.5} p={3} bg="sunken" borderRadius="m" color="text" fontSize="0.875rem">
      <chakra.figcaption color="muted" fontSize="sm">
        {[commentedBy.displayName || words.noName, ...heldReasons.map((reason) => words.reasons[reason])].join(' · ')}
      </chakra.figcaption>
      <chakra.blockquote
        maxH="40dvh"
        overflowY="auto"
        overflowWrap="anywhere"
        whiteSpace="pre-line"
        // Focusable, so that a long text can be scrolled with the keyboard.
        tabIndex={0}
        aria-label={words.columns.comment}
      >
        {content}
        <FollowUp of={followUp} />
      </chakra.blockquote>
    </chakra.figure>
  )
}

type ReadProps = { comment: StaffComment; onClose: () => void }
export const ReadDialog = ({ comment, onClose }: ReadProps) => {
  const words = useCommentWords()
  return (
    <Dialog open onClose={onClose} title={words.read} footer={<Button onClick={onClose}>{words.close}</Button>}>
      <Whole comment={comment} />
    </Dialog>
  )
}

type RemovalProps = { ids: Ids; items: readonly StaffComment[] }
const RemovalMails = ({ ids, items }: RemovalProps) => {
  const { origin } = useReader()
  const { data } = useRead(comments.getRemovalMails, { ...ids, ids: items.map(({ id }) => id) })
  if (!data) return null
  const { mails, ...brand } = data
  const told = mails.filter(({ to }) => to.isReachable)
  return (
    <LettersToSend
      count={told.length}
      letters={told.map(({ to: { locale, displayName: name }, removed }) => ({
        letter: commentRemoved({ origin, locale, name }, { ...brand, removed }),
        locale,
      }))}
    />
  )
}

type ModerateProps = {
  ids: Ids
  action: Moderation
  items: readonly StaffComment[]
  clear: () => void
  onClose: () => void
}

export const ModerateDialog = ({ ids, action, items, clear, onClose }: ModerateProps) => {
  const words = useCommentWords()
  const moderate = useWrite(comments.moderateComments, { refresh })
  const told = useTold()
  const [reason, setReason] = useState('')
  const run = async () => {
    const isDone = await told(async () => {
      const said = reason.trim() === '' ? {} : { reason: reason.slice(0, reasonLength) }
      const { changed } = await moderate.mutateAsync({ ...ids, ids: items.map(({ id }) => id), action, ...said })
      return words.done(changed)
    })
    if (!isDone) return
    clear()
    onClose()
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={run}
      tone={action === 'delete' ? 'danger' : 'primary'}
      title={words.titles[action](items.length)}
      confirm={words.actions[action]}
    >
      <chakra.div display="grid" gap={3}>
        <p>{words.texts[action]}</p>
        {items.length === 1 && items[0] && <Whole comment={items[0]} />}
        {(action === 'hide' || action === 'delete') && (
          <Field label={words.reason} optional>
            <TextInput
              value={reason}
              maxLength={reasonLength}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          </Field>
        )}
        {action === 'delete' && <RemovalMails ids={ids} items={items} />}
      </chakra.div>
    </ConfirmDialog>
  )
}

const lengths = { week: 7 * day, month: 30 * day }
type Until = 'week' | 'month' | 'indefinite'

export const BanDialog = ({ ids, comment, onClose }: { ids: Ids; comment: StaffComment; onClose: () => void }) => {
  const words = useCommentWords()
  const ban = useWrite(comments.setCommentBan, { refresh })
  const [until, setUntil] = useState<Until>('week')
  const [hidePrevious, setHidePrevious] = useState(false)
  const [reason, setReason] = useState('')
  const { commentedBy, banned } = comment
  const name = commentedBy.displayName || words.noName
  const told = useTold()
  const run = async () => {
    const isDone = await told(async () => {
      const end = until === 'indefinite' ? until : Date.now() + lengths[until]
      const said = reason.trim() === '' ? {} : { reason: reason.slice(0, reasonLength) }
      await ban.mutateAsync({
        ...ids,
        userId: commentedBy.userId,
        ...(banned ? { until: null } : { until: end, hidePrevious, ...said }),
      })
      return banned ? words.unbanDone : words.banDone
    })
    if (isDone) onClose()
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={run}
      tone={banned ? 'primary' : 'danger'}
      title={banned ? words.unbanTitle(name) : words.banTitle(name)}
      confirm={banned ? words.unban : words.ban}
    >
      <chakra.div display="grid" gap={3}>
        <p>{banned ? words.unbanText : words.banText}</p>
        {!banned && (
          <>
            <Field label={words.until}>
              <Select
                value={until}
                options={(['week', 'month', 'indefinite'] as const).map((value) => ({
                  value,
                  label: words.untils[value],
                }))}
                onChange={(event) => setUntil(event.currentTarget.value as Until)}
              />
            </Field>
            <Field label={words.reason} optional>
              <TextInput
                value={reason}
                maxLength={reasonLength}
                onChange={(event) => setReason(event.currentTarget.value)}
              />
            </Field>
            <Checkbox
              label={words.hidePrevious}
              checked={hidePrevious}
              onChange={(event) => setHidePrevious(event.currentTarget.checked)}
            />
          </>
        )}
      </chakra.div>
    </ConfirmDialog>
  )
}

export const WordsDialog = ({
  ids,
  words: known,
  holdNewFans,
  onClose,
}: {
  ids: Ids
  words: readonly string[]
  holdNewFans: boolean
  onClose: () => void
}) => {
  const words = useCommentWords()
  const save = useWrite(comments.setWatchedWords, { refresh })
  const told = useTold()
  const [text, setText] = useState(known.join('\n'))
  const [holds, setHolds] = useState(holdNewFans)
  const said = [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '')
  const problem =
    said.length > watchedWordsCount
      ? words.tooMany(watchedWordsCount)
      : said.some((word) => characters(word) > 50)
        ? words.tooLongWord
        : ''
  const run = async () => {
    if (problem) return
    const isDone = await told(async () => {
      await save.mutateAsync({ ...ids, words: said, holdNewFans: holds })
      return words.saved
    })
    if (isDone) onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.holding}
      footer={
        <>
          <Button onClick={onClose}>{words.close}</Button>
          <Button look="primary" busy={save.isPending} onClick={() => void run()}>
            {words.save}
          </Button>
        </>
      }
    >
      <Fields>
        <chakra.p color="muted" fontSize="0.875rem">
          {words.holdingText}
        </chakra.p>
        <Switch
          label={words.holdNewFans}
          hint={words.holdNewFansText}
          checked={holds}
          onChange={(event) => setHolds(event.currentTarget.checked)}
        />
        <Field label={words.watchedWords} hint={words.watchedWordsText} {...(problem && { error: problem })}>
          <TextArea rows={6} value={text} onChange={(event) => setText(event.currentTarget.value)} />
        </Field>
      </Fields>
    </Dialog>
  )
}
