import { chakra } from '@chakra-ui/react'
import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'
import { routes } from '#client/routes.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import type { ResultOf } from '#kit/contract.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card, Facts, Notice } from '#ui/Card.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'
import { Link } from '#ui/Link.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { yenText } from '#ui/text/MoneyText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { accounts } from './contract'
import { useAccountWords } from './words'

const ConfirmDialog = dynamic(() => import('#ui/overlay/ConfirmDialog.tsx').then((m) => m.ConfirmDialog), {
  ssr: false,
})

const EmailDialog = dynamic(() => import('./EmailDialog').then((m) => m.EmailDialog), { ssr: false })

const tones = { enqueued: 'info', completed: 'ok', failed: 'bad', expired: 'plain' } as const

/**
 * Export and deletion of one's own data, the same for fans and staff. `onGone` signs out. `isFan`: notes that the
 * public name is edited on a page of its own and may differ from the account's.
 */
export const AccountPanel = ({ onGone, isFan = false }: { onGone: () => void; isFan?: boolean }) => {
  const words = useAccountWords()
  const locale = useLocale()
  const attempt = useAttempt(words.refusals)
  const read = useRead(accounts.getMyAccount, {})
  const make = useWrite(accounts.exportMyAccount, { refresh: [accounts.getMyAccount] })
  const open = useWrite(accounts.getMyAccountFile)
  const remove = useWrite(accounts.deleteMyAccount)
  const [isAsking, setAsking] = useState(false)
  const account = read.data
  const isGoing = account?.files.some(({ state }) => state === 'enqueued') === true
  const { reload } = read
  useEffect(() => {
    if (!isGoing) return
    const timer = setInterval(reload, 2000)
    return () => clearInterval(timer)
  }, [isGoing, reload])
  if (read.failed) return <FailedState {...read.failed} />
  if (!account) return <SkeletonText lines={6} />
  const start = () =>
    attempt(async () => {
      await make.mutateAsync({})
      toast({ tone: 'ok', title: words.started })
    })
  const download = (exportId: string) =>
    attempt(async () => {
      const { url } = await open.mutateAsync({ exportId })
      window.location.assign(url)
    })
  const end = async () => {
    const isDone = await attempt(() => remove.mutateAsync({ typedEmail: account.email }))
    if (!isDone) return
    toast({ tone: 'ok', title: words.deleted })
    onGone()
  }
  const isAlone = account.ownedAlone.length > 0
  return (
    <chakra.div display="grid" gap={5} maxW="720px">
      <Card>
        <Facts
          wide
          items={[
            { label: words.email, value: <Email account={account} /> },
            ...(account.displayName && !isFan ? [{ label: words.name, value: account.displayName }] : []),
          ]}
        />
      </Card>
      <Card title={words.data} lead={words.dataLead}>
        <chakra.ul listStyleType="none" display="grid" gap={2} mb={4} fontSize="0.875rem">
          {account.files.length === 0 && <chakra.li color="muted">{words.none}</chakra.li>}
          {account.files.map(({ exportId, state, createdAt, expiresAt }) => {
            const date = dateText(createdAt, locale, { hour: true })
            return (
              <chakra.li key={exportId} display="flex" flexWrap="wrap" alignItems="center" gap={3} minH="36px">
                <chakra.span flex="1 1 180px">{date}</chakra.span>
                <Badge tone={tones[state]}>{words.states[state]}</Badge>
                {state === 'completed' && (
                  <>
                    {expiresAt !== null && (
                      <chakra.span color="muted" fontSize="sm">
                        {words.until(dateText(expiresAt, locale, { short: true }))}
                      </chakra.span>
                    )}
                    <Button
                      size="s"
                      busy={open.isPending}
                      aria-label={words.downloadOf(date)}
                      onClick={() => void download(exportId)}
                    >
                      {words.download}
                    </Button>
                  </>
                )}
              </chakra.li>
            )
          })}
        </chakra.ul>
        <Button busy={make.isPending} disabled={isGoing} onClick={() => void start()}>
          {words.make}
        </Button>
      </Card>
      <Card title={words.end} lead={words.endLead}>
        {isAlone && (
          <Notice tone="warn" mb={4}>
            {words.alone}
            <chakra.ul pl={5} mt={1} listStyleType="disc">
              {account.ownedAlone.map(({ tenantId, name }) => (
                <li key={tenantId}>
                  <chakra.span textDecoration="underline">
                    <Link href={routes.tenant({ tenantId })}>{name}</Link>
                  </chakra.span>
                </li>
              ))}
            </chakra.ul>
          </Notice>
        )}
        <Button look="danger" disabled={isAlone} onClick={() => setAsking(true)}>
          {words.delete}
        </Button>
      </Card>
      {isAsking && (
        <ConfirmDialog
          open
          onClose={() => setAsking(false)}
          onConfirm={end}
          title={words.deleteTitle}
          confirm={words.delete}
          typed={account.email}
        >
          <chakra.ul pl={5} display="grid" gap={1.5} listStyleType="disc">
            <li>{words.gone}</li>
            <li>{words.memberships(account.memberships)}</li>
            {account.ordersToSend > 0 && <li>{words.orders(account.ordersToSend)}</li>}
            {account.moneyWaiting > 0 && <li>{words.waiting(yenText(account.moneyWaiting))}</li>}
            <li>{words.stays}</li>
          </chakra.ul>
        </ConfirmDialog>
      )}
    </chakra.div>
  )
}

type Account = ResultOf<typeof accounts.getMyAccount>

/** The address, whether it is confirmed, and what is there to do about it. */
const Email = ({ account }: { account: Account }) => {
  const { address: words, refusals } = useAccountWords()
  const attempt = useAttempt(refusals)
  const check = useWrite(accounts.checkMyEmail, { refresh: [accounts.getMyAccount] })
  const [isChanging, setChanging] = useState(false)
  const { email, isEmailVerified, nextEmail, mailStopped } = account
  const send = () =>
    attempt(async () => {
      const { sentTo } = await check.mutateAsync({})
      toast({ tone: 'ok', title: words.sent(sentTo) })
    })
  return (
    <chakra.div display="grid" gap={2} justifyItems="start">
      <chakra.span display="flex" flexWrap="wrap" alignItems="center" gap={2}>
        {email}
        {email !== '' && (
          <Badge tone={isEmailVerified ? 'ok' : 'warn'}>{isEmailVerified ? words.verified : words.unverified}</Badge>
        )}
      </chakra.span>
      {mailStopped !== null && <Notice tone="warn">{words.stopped[mailStopped]}</Notice>}
      {!isEmailVerified && email !== '' && mailStopped === null && (
        <chakra.span color="muted" fontSize="sm">
          {words.why}
        </chakra.span>
      )}
      {nextEmail !== null && (
        <chakra.span color="muted" fontSize="sm">
          {words.waits(nextEmail)}
        </chakra.span>
      )}
      <chakra.span display="flex" flexWrap="wrap" gap={2}>
        {(!isEmailVerified || mailStopped !== null) && email !== '' && (
          <Button size="s" busy={check.isPending} onClick={() => void send()}>
            {mailStopped === null ? words.check : words.again}
          </Button>
        )}
        <Button size="s" onClick={() => setChanging(true)}>
          {words.change}
        </Button>
      </chakra.span>
      {isChanging && <EmailDialog onClose={() => setChanging(false)} />}
    </chakra.div>
  )
}
