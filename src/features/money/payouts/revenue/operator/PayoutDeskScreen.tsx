import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useQueryValue } from '#client/routes.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useReader } from '#client/useReader.ts'
import { useLocale } from '#client/words.tsx'
import { useTenantUser } from '#club/identity/session.tsx'
import type { ResultOf } from '#kit/contract.ts'
import { formatYen } from '#kit/money.ts'
import { Button } from '#ui/Button.tsx'
import { Card, Notice } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { Field } from '#ui/form/Field.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { Select, TextInput } from '#ui/form/TextInput.tsx'
import { AskDialog } from '#ui/overlay/AskDialog.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { OperatorsOnly } from '#ui/page/OperatorsOnly.tsx'
import { Page } from '#ui/page/Page.tsx'
import { saveFile } from '#ui/saveFile.ts'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { FigureCell } from '#ui/table/FigureCell.tsx'
import { ListTabs } from '#ui/table/ListTabs.tsx'
import { NameCell } from '#ui/table/NameCell.tsx'
import { useListQuery } from '#ui/table/useListQuery.ts'
import { dateText } from '#ui/text/DateText.tsx'
import { LettersToSend } from '#ui/text/LettersToSend.tsx'
import { yenText } from '#ui/text/MoneyText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { payoutReturnedMail } from '../../bankAccounts/mails'
import { payoutDesk } from '../contract'
import { PayoutBadge, useBlockerText, useMonthText } from '../parts'
import { returnReasons } from '../payout'
import { RevenueWords, useRevenueWords } from '../words'
import { CorrectionDialog } from './CorrectionDialog'
import { Preflight } from './Preflight'

export const PayoutDeskScreen = () => (
  <RevenueWords>
    <Guarded />
  </RevenueWords>
)

type Answer = ResultOf<typeof payoutDesk.getPayoutDesk>
type Row = Answer['payouts'][number]
type Batch = ResultOf<typeof payoutDesk.createPayoutBatch>
type AskedFile = { rows: readonly Row[] } & Pick<ResultOf<typeof payoutDesk.exportZenginFile>, 'cut' | 'again'>
type Corrected = Parameters<typeof CorrectionDialog>[0]['row']
const states = ['scheduled', 'processing', 'returned'] as const
const refresh = { refresh: [payoutDesk.getPayoutDesk, payoutDesk.getPayoutPreflight] }

const Guarded = () => {
  const { desk: words } = useRevenueWords()
  const { user } = useTenantUser()
  if (user.state !== 'authorized') return null
  return user.isOperator ? <Desk /> : <OperatorsOnly title={words.title} />
}

const Desk = () => {
  const words = useRevenueWords()
  const { desk } = words
  const monthName = useMonthText()
  const chosen = useQueryValue('state')
  const state = states.find((one) => one === chosen)
  const { asked } = useListQuery([])
  const list = useRead(payoutDesk.getPayoutDesk, { pagination: asked.pagination, ...(state && { state }) })
  const [question, setQuestion] = useState<'close' | 'batch' | null>(null)
  const [returned, setReturned] = useState<Row | null>(null)
  const [corrected, setCorrected] = useState<Corrected | null>(null)
  const [late, setLate] = useState<readonly Row[] | null>(null)
  const [batch, setBatch] = useState<Batch | null>(null)
  const [askedFile, setAskedFile] = useState<AskedFile | null>(null)
  const attempt = useAttempt(words.refusals)
  const exporting = useWrite(payoutDesk.exportZenginFile, refresh)
  const columns = useColumns()
  const { data } = list
  const download = (rows: readonly Row[], confirms = {}) =>
    attempt(async () => {
      const payoutIds = rows.map(({ payoutId }) => payoutId)
      const file = await exporting.mutateAsync({ payoutIds, ...confirms })
      if (file.data === '') return setAskedFile({ rows, cut: file.cut, again: file.again })
      setAskedFile(null)
      saveFile({ ...file, contentType: 'application/octet-stream' })
      toast({ tone: 'ok', title: desk.exported(file.count, yenText(file.total)) })
    })
  const closable = data?.closable
  return (
    <Page
      title={desk.title}
      {...(closable && {
        lead: desk.status(monthName(closable.month), Math.min(closable.finalized, closable.brands), closable.brands),
      })}
      actions={
        <>
          <Button disabled={!data} onClick={() => setQuestion('close')}>
            {desk.close}
          </Button>
          <Button look="primary" disabled={!data} onClick={() => setQuestion('batch')}>
            {desk.batch}
          </Button>
        </>
      }
    >
      {data && !data.canExport && (
        <Notice tone="warn" mb={5}>
          {desk.noSender}
        </Notice>
      )}
      {data?.payouts.some(({ isOverdue }) => isOverdue) && (
        <Notice tone="warn" mb={5}>
          {desk.overdueText}
        </Notice>
      )}
      {batch && batch.skipped.length > 0 && <Skipped batch={batch} />}
      <Card flush>
        <ListTabs
          label={desk.title}
          query="state"
          names={['all', ...states]}
          chosen={state ?? 'all'}
          labels={desk.tabs}
        />
        <DataTable
          label={desk.title}
          columns={columns}
          list={list}
          items={data?.payouts}
          itemId={({ payoutId }) => payoutId}
          itemName={({ brandName, month }) => `${brandName} ${monthName(month)}`}
          bulk={(rows) =>
            rows.some(({ isOverdue }) => isOverdue) ? (
              <Button size="s" onClick={() => setLate(rows)}>
                {desk.reschedule}
              </Button>
            ) : (
              <Button size="s" busy={exporting.isPending} onClick={() => download(rows)}>
                {desk.export}
              </Button>
            )
          }
          actions={(row) => [
            ...(row.isOverdue ? [{ key: 'reschedule', label: desk.reschedule, onSelect: () => setLate([row]) }] : []),
            ...(row.exportedAt !== null && row.state !== 'returned'
              ? [{ key: 'returned', label: desk.returned, onSelect: () => setReturned(row) }]
              : []),
            { key: 'correct', label: desk.correct, onSelect: () => setCorrected(row) },
          ]}
          empty={<EmptyState title={desk.empty.title} text={desk.empty.text} />}
        />
      </Card>
      {data && question && (
        <Question
          kind={question}
          read={data}
          onBatch={setBatch}
          onCorrect={(of) => {
            setQuestion(null)
            setCorrected(of)
          }}
          onClose={() => setQuestion(null)}
        />
      )}
      {askedFile && (
        <FileDialog
          {...askedFile}
          onClose={() => setAskedFile(null)}
          onConfirm={() =>
            download(askedFile.rows, {
              ...(askedFile.cut.length > 0 && { confirmsCut: true }),
              ...(askedFile.again.length > 0 && { confirmsAgain: true }),
            })
          }
        />
      )}
      {data && late && <RescheduleDialog rows={late} day={data.nextPayoutAt} onClose={() => setLate(null)} />}
      {corrected && <CorrectionDialog row={corrected} onClose={() => setCorrected(null)} />}
      {returned && <ReturnedDialog row={returned} onClose={() => setReturned(null)} />}
    </Page>
  )
}

type FileProps = Omit<AskedFile, 'rows'> & { onClose: () => void; onConfirm: () => unknown }

/** What an operator has to know before the file is made: names that it cuts, and payouts that stand in one already. */
const FileDialog = ({ cut, again, onClose, onConfirm }: FileProps) => {
  const { desk: words } = useRevenueWords()
  const locale = useLocale()
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={onConfirm}
      title={again.length > 0 ? words.againTitle : words.cutTitle}
      confirm={again.length > 0 ? words.againConfirm : words.cutConfirm}
      tone={again.length > 0 ? 'danger' : 'primary'}
    >
      {again.length > 0 && (
        <>
          <p>{words.againText}</p>
          <Names>
            {again.map(({ payoutId, holder, exportedAt }) => (
              <chakra.li key={payoutId} overflowWrap="anywhere" color="text">
                <strong lang="ja">{holder}</strong> {words.againAt(dateText(exportedAt, locale, { hour: true }))}
              </chakra.li>
            ))}
          </Names>
        </>
      )}
      {cut.length > 0 && (
        <>
          <p>{words.cutText}</p>
          <Names>
            {cut.map(({ payoutId, holder, inFile }) => (
              <chakra.li key={payoutId} lang="ja" fontFamily="monospace" overflowWrap="anywhere" color="text">
                <strong>{inFile}</strong>
                <chakra.s color="muted">{holder.slice(inFile.length)}</chakra.s>
              </chakra.li>
            ))}
          </Names>
        </>
      )}
    </ConfirmDialog>
  )
}
const Names = chakra('ul', { base: { display: 'grid', gap: 2, mt: 3 } })

const Skipped = ({ batch }: { batch: Batch }) => {
  const { desk: words } = useRevenueWords()
  const text = useBlockerText()
  return (
    <Notice tone="warn" mb={5}>
      <strong>{words.skipped(batch.skipped.length)}</strong>
      <chakra.ul pl={5} listStyleType="disc">
        {batch.skipped.map(({ brandId, brandName, blockers }) => (
          <li key={brandId}>
            {brandName}: {blockers.map(text).join(' ')}
          </li>
        ))}
      </chakra.ul>
    </Notice>
  )
}

type QuestionProps = {
  kind: 'close' | 'batch'
  read: Answer
  onBatch: (batch: Batch) => void
  onCorrect: (of: Corrected) => void
  onClose: () => void
}
const Question = ({ kind, read, onBatch, onCorrect, onClose }: QuestionProps) => {
  const { desk: words, refusals } = useRevenueWords()
  const locale = useLocale()
  const monthName = useMonthText()
  const attempt = useAttempt(refusals)
  const closing = useWrite(payoutDesk.finalizeStatements, refresh)
  const making = useWrite(payoutDesk.createPayoutBatch, refresh)
  const { month } = read.closable
  const run = async () => {
    await attempt(async () => {
      if (kind === 'close') {
        const { finalized } = await closing.mutateAsync({ month })
        toast({ tone: 'ok', title: words.closed(finalized) })
      } else {
        const made = await making.mutateAsync({ month })
        onBatch(made)
        toast({ tone: 'ok', title: words.created(made.created, yenText(made.total)) })
      }
    })
    onClose()
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={run}
      tone="primary"
      title={kind === 'close' ? words.closeTitle(monthName(month)) : words.batchTitle(monthName(month))}
      confirm={kind === 'close' ? words.close : words.batch}
    >
      {kind === 'close' ? words.closeText : words.batchText(dateText(read.nextPayoutAt, locale))}
      {kind === 'batch' && <Preflight month={month} onCorrect={onCorrect} />}
    </ConfirmDialog>
  )
}

type RescheduleProps = { rows: readonly Row[]; day: number; onClose: () => void }
const RescheduleDialog = ({ rows, day, onClose }: RescheduleProps) => {
  const { desk: words, refusals } = useRevenueWords()
  const locale = useLocale()
  const attempt = useAttempt(refusals)
  const write = useWrite(payoutDesk.reschedulePayoutBatch, refresh)
  const late = rows.filter(({ isOverdue }) => isOverdue)
  const run = async () => {
    await attempt(async () => {
      const { count, scheduledFor } = await write.mutateAsync({ payoutIds: late.map(({ payoutId }) => payoutId) })
      toast({ tone: 'ok', title: words.rescheduled(count, dateText(scheduledFor, locale)) })
    })
    onClose()
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={run}
      tone="primary"
      title={words.rescheduleTitle(late.length, dateText(day, locale))}
      confirm={words.reschedule}
    >
      {words.rescheduleText(yenText(late.reduce((sum, { amount, fee }) => sum + amount - fee, 0)))}
    </ConfirmDialog>
  )
}

const ReturnedDialog = ({ row, onClose }: { row: Row; onClose: () => void }) => {
  const { desk: words, payouts, refusals } = useRevenueWords()
  const attempt = useAttempt(refusals)
  const write = useWrite(payoutDesk.markPayoutReturned, refresh)
  const [reason, setReason] = useState<(typeof returnReasons)[number]>('nameMismatch')
  const [fee, setFee] = useState<number | null>(880)
  const [note, setNote] = useState('')
  const isRight = fee !== null && Number.isInteger(fee) && fee >= 0 && fee <= 10_000
  const { origin } = useReader()
  const { data: told } = useRead(payoutDesk.getPayoutOwners, { tenantId: row.tenantId })
  const sum = { amount: formatYen(row.amount - row.fee), fee: formatYen(fee ?? 0) }
  const of = { ...row, ...sum, reason, note }
  const run = () =>
    attempt(async () => {
      await write.mutateAsync({ payoutId: row.payoutId, reason, fee: fee ?? 0, ...(note !== '' && { note }) })
      toast({ tone: 'ok', title: words.returnedDone })
      onClose()
    })
  return (
    <AskDialog
      title={words.returnedTitle(row.brandName)}
      text={words.returnedText}
      confirm={words.returned}
      busy={write.isPending}
      look="danger"
      disabled={!isRight}
      onClose={onClose}
      onConfirm={run}
    >
      <Field label={words.reason}>
        <Select
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value as (typeof returnReasons)[number])}
          options={returnReasons.map((one) => ({ value: one, label: payouts.reasons[one] ?? one }))}
        />
      </Field>
      <Field label={words.fee}>
        <NumberInput value={fee} onChange={setFee} />
      </Field>
      <Field label={words.note} max={200} value={note}>
        <TextInput value={note} onChange={(event) => setNote(event.currentTarget.value)} />
      </Field>
      {told && (
        <LettersToSend
          count={told.owners}
          letters={told.locales.map((locale) => ({ letter: payoutReturnedMail({ origin, locale }, of), locale }))}
        />
      )}
    </AskDialog>
  )
}

const useColumns = (): readonly Column<Row>[] => {
  const { desk: words } = useRevenueWords()
  const locale = useLocale()
  const monthName = useMonthText()
  return [
    {
      id: 'club',
      header: words.columns.club,
      main: true,
      width: '28%',
      cell: ({ brandName, tenantName, month }) => (
        <NameCell name={brandName} number={monthName(month)} note={tenantName} />
      ),
    },
    { id: 'state', header: words.columns.state, cell: ({ state }) => <PayoutBadge state={state} /> },
    { id: 'amount', header: words.columns.amount, align: 'end', cell: ({ amount, fee }) => yenText(amount - fee) },
    { id: 'account', header: words.columns.account, hideOnPhone: true, wrap: true, cell: ({ bankLabel }) => bankLabel },
    {
      id: 'date',
      header: words.columns.date,
      cell: ({ scheduledFor, isOverdue, isSuspended, state }) => (
        <FigureCell
          figure={dateText(scheduledFor, locale, { short: true })}
          note={isSuspended && state === 'scheduled' ? words.suspended : isOverdue ? words.overdue : null}
        />
      ),
    },
  ]
}
