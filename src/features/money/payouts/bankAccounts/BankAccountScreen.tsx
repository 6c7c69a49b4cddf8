import { chakra } from '@chakra-ui/react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { routes, useRouteIds } from '#client/routes.ts'
import { useRead } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Button, LinkButton } from '#ui/Button.tsx'
import { Card, Facts, Notice } from '#ui/Card.tsx'
import { Bone } from '#ui/faces/Skeleton.tsx'
import { Columns, Page } from '#ui/page/Page.tsx'
import { PendingPage } from '#ui/page/PendingPage.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { bankAccounts } from './contract'
import { IdentityCard } from './IdentityCard'
import type { Answer, Ids } from './read'
import { BankWords, useBankWords } from './words'

const AccountForm = dynamic(() => import('./AccountForm').then((m) => m.AccountForm), {
  ssr: false,
  loading: () => <Bone h="320px" w="100%" />,
})

export const BankAccountScreen = () => (
  <BankWords>
    <Loaded />
  </BankWords>
)

const Loaded = () => {
  const words = useBankWords()
  const ids = useRouteIds('tenantId', 'brandId')
  const read = useRead(bankAccounts.getBankAccount, ids)
  if (!ids || !read.data) return <PendingPage title={words.waiting} failed={read.failed} />
  return <Account ids={ids} read={read.data} />
}

const Account = ({ ids, read }: { ids: Ids; read: Answer }) => {
  const words = useBankWords()
  const locale = useLocale()
  const [isOpen, setOpen] = useState(read.account === null)
  const { canChange, account, heldUntil, lockUntil, history } = read
  const isChangeable = canChange && lockUntil === null
  return (
    <Page title={words.title} lead={words.lead}>
      <Columns
        aside={
          <>
            <Card title={words.next}>
              <chakra.div display="grid" gap={3}>
                <chakra.p fontSize="lg" fontWeight="bold">
                  {dateText(read.nextPayoutAt, locale)}
                </chakra.p>
                <LinkButton href={routes.revenue(ids)}>{words.toRevenue}</LinkButton>
              </chakra.div>
            </Card>
            <IdentityCard ids={ids} identity={read.identity} canSend={canChange} />
          </>
        }
      >
        {account?.status === 'errored' && (
          <Notice tone="bad">{words.erroredText[account.erroredReason] ?? words.erroredText.other}</Notice>
        )}
        {heldUntil !== null && <Notice tone="warn">{words.held(dateText(heldUntil, locale, { hour: true }))}</Notice>}
        {lockUntil !== null && <Notice tone="info">{words.locked(dateText(lockUntil, locale))}</Notice>}
        <Card
          title={words.current}
          action={
            account && (
              <Badge tone={account.status === 'errored' ? 'bad' : 'ok'}>
                {account.status === 'errored' ? words.errored : words.registered}
              </Badge>
            )
          }
        >
          {account ? (
            <chakra.div display="grid" gap={4}>
              <Facts
                wide
                items={[
                  { label: words.bank, value: `${account.bankName} (${account.bankCode})` },
                  { label: words.branch, value: `${account.branchName} (${account.branchCode})` },
                  { label: words.type, value: words.types[account.accountType] },
                  { label: words.number, value: account.accountNumber },
                  { label: words.savedAt, value: dateText(account.savedAt, locale) },
                  { label: words.savedBy, value: account.savedByName },
                ]}
              />
              {!isOpen && isChangeable && (
                <div>
                  <Button onClick={() => setOpen(true)}>{words.change}</Button>
                </div>
              )}
            </chakra.div>
          ) : (
            <chakra.p>
              <strong>{words.none}</strong> <chakra.span color="muted">{words.noneText}</chakra.span>
            </chakra.p>
          )}
        </Card>
        {isOpen && isChangeable && (
          <Card title={account ? words.change : words.register}>
            <AccountForm ids={ids} tableDate={read.tableDate} onSaved={() => setOpen(false)} />
          </Card>
        )}
        {history.length > 0 && (
          <Card title={words.history}>
            <chakra.ul display="grid" gap={2} fontSize="0.875rem">
              {history.map((one) => (
                <li key={one.bankAccountId}>
                  {one.bankName} {one.branchName} {one.accountNumber}{' '}
                  <chakra.span color="muted" fontSize="sm">
                    {dateText(one.savedAt, locale)}
                  </chakra.span>
                </li>
              ))}
            </chakra.ul>
          </Card>
        )}
      </Columns>
    </Page>
  )
}
