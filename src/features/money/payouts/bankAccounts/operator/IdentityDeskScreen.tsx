import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useQueryValue } from '#client/routes.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useReader } from '#client/useReader.ts'
import { useLocale } from '#client/words.tsx'
import { useTenantUser } from '#club/identity/session.tsx'
import type { ResultOf } from '#kit/contract.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { Field } from '#ui/form/Field.tsx'
import { TextArea } from '#ui/form/TextInput.tsx'
import { ShieldIcon } from '#ui/look/icons.tsx'
import { AskDialog } from '#ui/overlay/AskDialog.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { Picture } from '#ui/Picture.tsx'
import { OperatorsOnly } from '#ui/page/OperatorsOnly.tsx'
import { Page } from '#ui/page/Page.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { ListTabs } from '#ui/table/ListTabs.tsx'
import { NameCell } from '#ui/table/NameCell.tsx'
import { useListQuery } from '#ui/table/useListQuery.ts'
import { dateText } from '#ui/text/DateText.tsx'
import { LettersToSend } from '#ui/text/LettersToSend.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { payoutDesk } from '../../revenue/contract'
import { bankAccounts } from '../contract'
import { identityDecided } from '../mails'
import { BankWords, useBankWords } from '../words'

export const IdentityDeskScreen = () => (
  <BankWords>
    <Guarded />
  </BankWords>
)

type Row = ResultOf<typeof bankAccounts.getIdentityChecks>['checks'][number]
const states = ['submitted', 'verified', 'failed'] as const
const tones = { submitted: 'info', verified: 'ok', failed: 'bad' } as const
const refresh = { refresh: [bankAccounts.getIdentityChecks] }

const Guarded = () => {
  const { desk: words } = useBankWords()
  const { user } = useTenantUser()
  if (user.state !== 'authorized') return null
  return user.isOperator ? <Desk /> : <OperatorsOnly title={words.title} />
}

const Desk = () => {
  const { desk: words } = useBankWords()
  const chosen = useQueryValue('state')
  const state = chosen === 'all' ? undefined : (states.find((one) => one === chosen) ?? 'submitted')
  const { asked } = useListQuery([])
  const list = useRead(bankAccounts.getIdentityChecks, { pagination: asked.pagination, ...(state && { state }) })
  const [decided, setDecided] = useState<{ row: Row; outcome: 'verified' | 'failed' } | null>(null)
  const columns = useColumns()
  return (
    <Page title={words.title}>
      <Card flush>
        <ListTabs
          label={words.title}
          query="state"
          names={[...states, 'all']}
          chosen={state ?? 'all'}
          labels={words.tabs}
        />
        <DataTable
          label={words.title}
          columns={columns}
          list={list}
          items={list.data?.checks}
          itemId={({ tenantId }) => tenantId}
          itemName={({ tenantName }) => tenantName}
          actions={(row) =>
            row.state === 'submitted'
              ? [
                  { key: 'verify', label: words.verify, onSelect: () => setDecided({ row, outcome: 'verified' }) },
                  {
                    key: 'fail',
                    label: words.fail,
                    danger: true,
                    onSelect: () => setDecided({ row, outcome: 'failed' }),
                  },
                ]
              : []
          }
          empty={<EmptyState icon={<ShieldIcon size={24} />} title={words.empty.title} text={words.empty.text} />}
        />
      </Card>
      {decided?.outcome === 'verified' && <VerifyDialog row={decided.row} onClose={() => setDecided(null)} />}
      {decided?.outcome === 'failed' && <FailDialog row={decided.row} onClose={() => setDecided(null)} />}
    </Page>
  )
}

type ToldProps = { tenantId: string; decided: Parameters<typeof identityDecided>[1] }
const OwnersTold = ({ tenantId, decided }: ToldProps) => {
  const { origin } = useReader()
  const { data } = useRead(payoutDesk.getPayoutOwners, { tenantId })
  if (!data) return null
  const letters = data.locales.map((locale) => ({ letter: identityDecided({ origin, locale }, decided), locale }))
  return <LettersToSend count={data.owners} letters={letters} />
}

const VerifyDialog = ({ row, onClose }: { row: Row; onClose: () => void }) => {
  const { desk: words, refusals } = useBankWords()
  const attempt = useAttempt(refusals)
  const write = useWrite(bankAccounts.decideIdentityCheck, refresh)
  const run = async () => {
    await attempt(async () => {
      await write.mutateAsync({ tenantId: row.tenantId, outcome: 'verified' })
      toast({ tone: 'ok', title: words.done })
    })
    onClose()
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={run}
      tone="primary"
      title={words.verifyTitle(row.tenantName)}
      confirm={words.verify}
    >
      {words.verifyText}
      <OwnersTold tenantId={row.tenantId} decided={{ isVerified: true, reason: '' }} />
    </ConfirmDialog>
  )
}

const FailDialog = ({ row, onClose }: { row: Row; onClose: () => void }) => {
  const { desk: words, refusals } = useBankWords()
  const attempt = useAttempt(refusals)
  const write = useWrite(bankAccounts.decideIdentityCheck, refresh)
  const [reason, setReason] = useState('')
  const run = () =>
    attempt(async () => {
      await write.mutateAsync({ tenantId: row.tenantId, outcome: 'failed', reason })
      toast({ tone: 'ok', title: words.done })
      onClose()
    })
  return (
    <AskDialog
      title={words.failTitle(row.tenantName)}
      confirm={words.fail}
      busy={write.isPending}
      look="danger"
      disabled={reason.trim() === ''}
      onClose={onClose}
      onConfirm={run}
    >
      <Field label={words.reason} max={500} value={reason}>
        <TextArea rows={3} value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
      </Field>
      {reason.trim() !== '' && (
        <OwnersTold tenantId={row.tenantId} decided={{ isVerified: false, reason: reason.trim() }} />
      )}
    </AskDialog>
  )
}

/** Opens a document in a new window; each opening is recorded in the audit log. */
const OpenDocument = ({ tenantId, document }: { tenantId: string; document: Row['documents'][number] }) => {
  const { desk: words, refusals } = useBankWords()
  const attempt = useAttempt(refusals)
  const write = useWrite(bankAccounts.getIdentityDocument)
  const [picture, setPicture] = useState<string | null>(null)
  const name = words.kinds[document.kind]
  const open = () =>
    attempt(async () => {
      const { contentType, data } = await write.mutateAsync({ tenantId, documentId: document.documentId })
      if (contentType.startsWith('image/')) return setPicture(`data:${contentType};base64,${data}`)
      const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0))
      const link = window.document.createElement('a')
      link.href = URL.createObjectURL(new Blob([bytes], { type: contentType }))
      link.download = `${tenantId}-${document.kind}.pdf`
      link.click()
    })
  return (
    <>
      <Button size="s" busy={write.isPending} onClick={open} aria-label={words.open(name)}>
        {name}
      </Button>
      {picture && (
        <Dialog open size="l" onClose={() => setPicture(null)} title={name}>
          <Picture src={picture} alt={name} maxW="100%" minW="200px" />
        </Dialog>
      )}
    </>
  )
}

const useColumns = (): readonly Column<Row>[] => {
  const { desk: words, identity } = useBankWords()
  const locale = useLocale()
  return [
    {
      id: 'club',
      header: words.columns.club,
      main: true,
      cell: ({ tenantName, legalName, legalNameKana, address, otherHolders }) => (
        <>
          <NameCell
            name={tenantName}
            note={[legalName, legalNameKana, address].filter((one) => one !== '').join(' · ')}
          />
          {otherHolders.length > 0 && (
            <chakra.p color="warn" fontSize="sm" fontWeight="semibold" overflowWrap="anywhere">
              {words.otherHolders(otherHolders.join(', '))}
            </chakra.p>
          )}
        </>
      ),
    },
    {
      id: 'state',
      header: words.columns.state,
      cell: ({ state }) => <Badge tone={tones[state]}>{identity.states[state]}</Badge>,
    },
    {
      id: 'documents',
      header: words.columns.documents,
      control: true,
      cell: ({ tenantId, documents }) => (
        <chakra.span display="flex" gap={2} flexWrap="wrap">
          {documents.map((document) => (
            <OpenDocument key={document.documentId} tenantId={tenantId} document={document} />
          ))}
        </chakra.span>
      ),
    },
    { id: 'at', header: words.columns.at, cell: ({ submittedAt }) => dateText(submittedAt, locale, { short: true }) },
  ]
}
