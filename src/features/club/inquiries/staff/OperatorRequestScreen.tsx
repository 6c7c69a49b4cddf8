import { chakra } from '@chakra-ui/react'
import { routes, useQueryValue } from '#client/routes.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import type { ResultOf } from '#kit/contract.ts'
import { Button } from '#ui/Button.tsx'
import { Card, Facts, Notice } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Select } from '#ui/form/TextInput.tsx'
import { MailIcon } from '#ui/look/icons.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { OperatorsOnly } from '#ui/page/OperatorsOnly.tsx'
import { Columns, Page } from '#ui/page/Page.tsx'
import { PendingPage } from '#ui/page/PendingPage.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { useListQuery } from '#ui/table/useListQuery.ts'
import { DateText } from '#ui/text/DateText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { useTenantUser } from '../../identity/session'
import { inquiries } from '../contract'
import { assignedFilters } from '../inquiry'
import { ReplyForm, StateBadge, StateTabs, Thread, tabOf, useInquiryColumns } from './parts'
import { StaffInquiryWords, useStaffInquiryWords } from './words'

/** Inquiries of clubs, for the platform's operators. */
export const OperatorRequestScreen = () => (
  <StaffInquiryWords>
    <Requests />
  </StaffInquiryWords>
)

const Requests = () => {
  const words = useStaffInquiryWords()
  const { user } = useTenantUser()
  const inquiryId = useQueryValue('inquiryId')
  if (user.state !== 'authorized') return null
  if (!user.isOperator) return <OperatorsOnly title={words.operatorTitle} />
  return inquiryId ? <OneRequest key={inquiryId} inquiryId={inquiryId} /> : <RequestList />
}

const RequestList = () => {
  const words = useStaffInquiryWords()
  const tab = tabOf(useQueryValue('status'))
  const { q, asked } = useListQuery([])
  const chosen = useQueryValue('assigned')
  const assigned = assignedFilters.find((one) => one === chosen)
  const list = useRead(inquiries.getPlatformInquiries, {
    tab,
    ...(assigned && { assigned }),
    pagination: asked.pagination,
    ...(q !== '' && { q: [...q].slice(0, 100).join('') }),
  })
  const columns = useInquiryColumns()
  const counts = list.data?.counts
  return (
    <Page title={words.operatorTitle} {...(counts && { count: counts.all })}>
      <Card flush>
        <StateTabs tab={tab} counts={counts} />
        <DataTable
          label={words.tableLabel}
          columns={columns}
          list={list}
          items={list.data?.inquiries}
          itemId={({ inquiryId }) => inquiryId}
          itemName={({ subject }) => subject}
          itemHref={({ inquiryId }) => routes.operatorRequests({ query: { inquiryId } })}
          search={words.search}
          filters={[
            {
              name: 'assigned',
              label: words.assignedTo,
              options: [
                { value: '', label: words.assignedFilter.all },
                ...assignedFilters.map((one) => ({ value: one, label: words.assignedFilter[one] })),
              ],
            },
          ]}
          empty={
            <EmptyState
              icon={<MailIcon size={24} />}
              {...(counts && counts.all > 0 ? words.emptyTab : words.operatorEmpty)}
            />
          }
        />
      </Card>
    </Page>
  )
}

const refresh = [inquiries.getPlatformInquiry, inquiries.getPlatformInquiries] as const

const OneRequest = ({ inquiryId }: { inquiryId: string }) => {
  const words = useStaffInquiryWords()
  const read = useRead(inquiries.getPlatformInquiry, { inquiryId })
  if (read.data) return <RequestPage {...read.data} />
  const text = words.refusals[read.failed?.code ?? '']
  return (
    <PendingPage
      title={words.waiting}
      failed={read.failed && { ...read.failed, ...(text && { title: text }) }}
      back={{ href: routes.operatorRequests(), label: words.operatorTitle }}
    />
  )
}

const RequestPage = ({ inquiry, operators, me }: ResultOf<typeof inquiries.getPlatformInquiry>) => {
  const words = useStaffInquiryWords()
  const attempt = useAttempt(words.refusals)
  const reply = useWrite(inquiries.replyToPlatformInquiry, { refresh })
  const setState = useWrite(inquiries.setPlatformInquiryState, { refresh })
  const assign = useWrite(inquiries.assignPlatformInquiry, { refresh })
  const { inquiryId, state, assignedTo, reaches } = inquiry
  const called = (email: string) => {
    if (email === me) return words.me(email)
    return operators.includes(email) ? email : words.former(email)
  }
  const choices = [...new Set([me, ...operators, ...(assignedTo ? [assignedTo] : [])])]
  const give = async (operatorEmail: string) => {
    if (await attempt(() => assign.mutateAsync({ inquiryId, operatorEmail: operatorEmail || null })))
      toast({ tone: 'ok', title: words.assigned })
  }
  const isClosed = state === 'closed'
  const move = async () => {
    const to = isClosed ? ('open' as const) : ('closed' as const)
    if (await attempt(() => setState.mutateAsync({ inquiryId, state: to })))
      toast({ tone: 'ok', title: isClosed ? words.reopened : words.closedDone })
  }
  const send = async (content: string) => {
    const isSent = await attempt(() => reply.mutateAsync({ inquiryId, content }))
    if (isSent) toast({ tone: 'ok', title: words.replied })
    return isSent
  }
  return (
    <Page
      title={inquiry.subject}
      badge={<StateBadge state={state} />}
      back={{ href: routes.operatorRequests(), label: words.operatorTitle }}
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
                { label: words.facts.club, value: inquiry.tenantName },
                { label: words.facts.brand, value: inquiry.brandName },
                { label: words.facts.from, value: inquiry.fromName || words.nameless },
                { label: words.facts.received, value: <DateText at={inquiry.createdAt} hour /> },
              ]}
            />
            <chakra.div mt={4}>
              <Field label={words.assignedTo}>
                <Select
                  value={assignedTo}
                  onChange={(event) => void give(event.currentTarget.value)}
                  options={[
                    { value: '', label: words.nobody },
                    ...choices.map((email) => ({ value: email, label: called(email) })),
                  ]}
                />
              </Field>
            </chakra.div>
          </Card>
        }
      >
        <Thread inquiry={inquiry} ours="answerer" />
        {reaches === 'nobody' ? (
          <Notice tone="plain">{words.askerGone}</Notice>
        ) : (
          <ReplyForm hint={reaches === 'club' ? words.replyHintClub : words.replyHintOperator} onSend={send} />
        )}
      </Columns>
    </Page>
  )
}
