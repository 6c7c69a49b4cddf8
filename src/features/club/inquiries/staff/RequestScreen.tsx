import { chakra } from '@chakra-ui/react'
import { useRouter } from 'next/router'
import { useState } from 'react'
import { routes, useQueryValue, useRouteIds, useShownQueryValue } from '#client/routes.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import type { ResultOf } from '#kit/contract.ts'
import { Button } from '#ui/Button.tsx'
import { Card, Facts, Notice } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { Field, Fields } from '#ui/form/Field.tsx'
import { Select, TextArea, TextInput } from '#ui/form/TextInput.tsx'
import { MailIcon } from '#ui/look/icons.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { Columns, Page } from '#ui/page/Page.tsx'
import { PendingPage } from '#ui/page/PendingPage.tsx'
import { Tabs } from '#ui/page/Tabs.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { useHrefWith } from '#ui/table/Pager.tsx'
import { useListQuery } from '#ui/table/useListQuery.ts'
import { DateText } from '#ui/text/DateText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { inquiries, inquiryLengths } from '../contract'
import { inquiryDirections } from '../inquiry'
import { ReplyForm, StateBadge, StateTabs, Thread, tabOf, useInquiryColumns } from './parts'
import { StaffInquiryWords, useStaffInquiryWords } from './words'

export const RequestScreen = () => (
  <StaffInquiryWords>
    <Requests />
  </StaffInquiryWords>
)

type Ids = { tenantId: string; brandId: string }

const Requests = () => {
  const ids = useRouteIds('tenantId', 'brandId')
  const inquiryId = useQueryValue('inquiryId')
  return ids && inquiryId ? <OneRequest key={inquiryId} ids={ids} inquiryId={inquiryId} /> : <RequestList ids={ids} />
}

const RequestList = ({ ids }: { ids: Ids | null }) => {
  const words = useStaffInquiryWords()
  const hrefWith = useHrefWith()
  const chosen = useQueryValue('direction')
  const direction = inquiryDirections.find((one) => one === chosen) ?? 'fanToCreator'
  const tab = tabOf(useQueryValue('status'))
  const { q, asked } = useListQuery([])
  const list = useRead(
    inquiries.getInquiries,
    ids && {
      ...ids,
      direction,
      tab,
      pagination: asked.pagination,
      ...(q !== '' && { q: [...q].slice(0, 100).join('') }),
    },
  )
  const [isAsking, setAsking] = useState(false)
  // Another page leads here with what the question is about.
  const about = useShownQueryValue('ask')
  const { replace } = useRouter()
  const stopAsking = () => {
    setAsking(false)
    if (about !== '') void replace(hrefWith({ ask: null }), undefined, { shallow: true, scroll: false })
  }
  const columns = useInquiryColumns()
  const none = direction === 'fanToCreator' ? words.empty : words.emptyPlatform
  const counts = list.data?.counts
  return (
    <Page
      title={words.title}
      {...(counts && { count: counts.all })}
      actions={
        <Button look="primary" onClick={() => setAsking(true)}>
          {words.ask}
        </Button>
      }
    >
      <chakra.div mb={4}>
        <Tabs
          label={words.direction}
          items={inquiryDirections.map((one) => ({
            label: words.directions[one],
            href: hrefWith({ direction: one === 'fanToCreator' ? null : one, status: null, page: null }),
            current: direction === one,
          }))}
        />
      </chakra.div>
      <Card flush>
        <StateTabs tab={tab} counts={counts} />
        <DataTable
          label={words.tableLabel}
          columns={columns}
          list={list}
          items={list.data?.inquiries}
          itemId={({ inquiryId }) => inquiryId}
          itemName={({ subject }) => subject}
          itemHref={({ inquiryId }) => (ids ? routes.request(ids, { query: { inquiryId } }) : '')}
          search={words.search}
          empty={<EmptyState icon={<MailIcon size={24} />} {...(counts && counts.all > 0 ? words.emptyTab : none)} />}
        />
      </Card>
      {ids && (isAsking || about !== '') && <AskDialog ids={ids} about={about} onClose={stopAsking} />}
    </Page>
  )
}

const AskDialog = ({ ids, about, onClose }: { ids: Ids; about: string; onClose: () => void }) => {
  const words = useStaffInquiryWords()
  const attempt = useAttempt(words.refusals)
  const create = useWrite(inquiries.createInquiry, { refresh: [inquiries.getInquiries] })
  const [said, setSaid] = useState({ subject: about.slice(0, inquiryLengths.subject), content: '' })
  const [isTried, setTried] = useState(false)
  const wrong = (value: string) => (isTried && value.trim() === '' ? { error: words.required } : {})
  const send = async () => {
    setTried(true)
    if (said.subject.trim() === '' || said.content.trim() === '') return
    if (!(await attempt(() => create.mutateAsync({ ...ids, ...said })))) return
    toast({ tone: 'ok', title: words.sent })
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.ask}
      footer={
        <Button look="primary" busy={create.isPending} onClick={() => void send()}>
          {words.send}
        </Button>
      }
    >
      <Fields>
        <Field label={words.subject} {...wrong(said.subject)}>
          <TextInput
            data-autofocus={about === '' || undefined}
            value={said.subject}
            maxLength={inquiryLengths.subject}
            onChange={(event) => setSaid({ ...said, subject: event.currentTarget.value })}
          />
        </Field>
        <Field label={words.content} hint={words.askText} {...wrong(said.content)}>
          <TextArea
            data-autofocus={about !== '' || undefined}
            rows={8}
            value={said.content}
            maxLength={inquiryLengths.content}
            onChange={(event) => setSaid({ ...said, content: event.currentTarget.value })}
          />
        </Field>
      </Fields>
    </Dialog>
  )
}

// --- One of them -----------------------------------------------------------------------------------------------------------

const refresh = [inquiries.getInquiry, inquiries.getInquiries] as const

const OneRequest = ({ ids, inquiryId }: { ids: Ids; inquiryId: string }) => {
  const words = useStaffInquiryWords()
  const read = useRead(inquiries.getInquiry, { ...ids, inquiryId })
  const back = { href: routes.request(ids), label: words.title }
  if (!read.data) {
    const text = words.refusals[read.failed?.code ?? '']
    return (
      <PendingPage
        title={words.waiting}
        failed={read.failed && { ...read.failed, ...(text && { title: text }) }}
        back={back}
      />
    )
  }
  return <RequestPage ids={ids} read={read.data} back={back} />
}

type PageProps = { ids: Ids; read: ResultOf<typeof inquiries.getInquiry>; back: { href: string; label: string } }

const RequestPage = ({ ids, read: { inquiry, assignable }, back }: PageProps) => {
  const words = useStaffInquiryWords()
  const attempt = useAttempt(words.refusals)
  const reply = useWrite(inquiries.replyToInquiry, { refresh })
  const setState = useWrite(inquiries.setInquiryState, { refresh })
  const assign = useWrite(inquiries.assignInquiry, { refresh })
  const { inquiryId, direction, state, from, fromName, assignedMemberId } = inquiry
  const isOfFan = direction === 'fanToCreator'
  const isGone = isOfFan && from === ''
  const isClosed = state === 'closed'
  const said = (title: string) => toast({ tone: 'ok', title })
  const move = async () => {
    const to = isClosed ? ('open' as const) : ('closed' as const)
    if (await attempt(() => setState.mutateAsync({ ...ids, inquiryId, state: to })))
      said(isClosed ? words.reopened : words.closedDone)
  }
  const send = async (content: string) => {
    const isSent = await attempt(() => reply.mutateAsync({ ...ids, inquiryId, content }))
    if (isSent) said(words.replied)
    return isSent
  }
  const give = async (memberId: string) => {
    if (await attempt(() => assign.mutateAsync({ ...ids, inquiryId, memberId: memberId || null }))) said(words.assigned)
  }
  return (
    <Page
      title={inquiry.subject}
      badge={<StateBadge state={state} />}
      back={back}
      actions={
        <Button busy={setState.isPending} onClick={() => void move()}>
          {isClosed ? words.reopen : words.close}
        </Button>
      }
    >
      <Columns
        aside={
          <Card title={words.about}>
            <Facts
              items={[
                { label: words.facts.from, value: fromName || words.nameless },
                ...(from ? [{ label: words.facts.email, value: from }] : []),
                { label: words.facts.received, value: <DateText at={inquiry.createdAt} hour /> },
              ]}
            />
            {isOfFan && (
              <chakra.div mt={4}>
                <Field label={words.assignedTo}>
                  <Select
                    value={assignedMemberId ?? ''}
                    onChange={(event) => void give(event.currentTarget.value)}
                    options={[
                      { value: '', label: words.nobody },
                      ...assignable.map(({ memberId, name }) => ({ value: memberId, label: name })),
                    ]}
                  />
                </Field>
              </chakra.div>
            )}
          </Card>
        }
      >
        <Thread inquiry={inquiry} ours={isOfFan ? 'answerer' : 'asker'} />
        {isGone ? (
          <Notice tone="plain">{words.senderGone}</Notice>
        ) : (
          <ReplyForm hint={isOfFan ? words.replyHint(from) : words.replyHintPlatform} onSend={send} />
        )}
      </Columns>
    </Page>
  )
}
