import { chakra } from '@chakra-ui/react'
import { useRouter } from 'next/router'
import { useState } from 'react'
import { routes, useQueryValue } from '#client/routes.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { useTenantUser } from '#club/identity/session.tsx'
import { tenants } from '#club/tenants/contract.ts'
import { AnchorButton, Button, LinkButton } from '#ui/Button.tsx'
import { Card, Notice } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { MailIcon } from '#ui/look/icons.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { toast } from '#ui/overlay/Toaster.tsx'
import { Page } from '#ui/page/Page.tsx'
import { PendingPage } from '#ui/page/PendingPage.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { TenantWords, useTenantWords } from './words'

/** Target of the link in invitation mails; under /tenants/, so that a sign-in on the way returns here. */
export const JoinScreen = () => (
  <TenantWords>
    <Join />
  </TenantWords>
)

const Join = () => {
  const { invitation: words, roles, roleNotes, refusals, list } = useTenantWords()
  const { isReady, push, locale } = useRouter()
  const language = useLocale()
  const { user, refresh } = useTenantUser()
  const secret = useQueryValue('invitation')
  const attempt = useAttempt({ ...refusals, alreadyMember: words.alreadyMember })
  const read = useRead(tenants.getTenantInvitation, isReady ? { invitation: secret } : null)
  const accept = useWrite(tenants.acceptTenantInvitation)
  const decline = useWrite(tenants.declineTenantInvitation)
  const [isDeclining, setDeclining] = useState(false)
  const toClubs = <LinkButton href={routes.tenants()}>{list.title}</LinkButton>
  const why = read.failed?.code
  if (why === 'invitationNotFound' || why === 'invitationLapsed') {
    const [title, text] = why === 'invitationLapsed' ? [words.lapsed, words.lapsedText] : [words.gone, words.goneText]
    return (
      <Page title={words.page}>
        <Card>
          <EmptyState icon={<MailIcon size={24} />} title={title} text={text} action={toClubs} />
        </Card>
      </Page>
    )
  }
  if (!read.data) return <PendingPage title={words.page} failed={read.failed} lines={3} />
  const { tenantName, inviterName, role, email, until, isForYou, isSuspended } = read.data
  if (!isForYou) {
    const mine = user.state === 'authorized' ? user.person.email : ''
    // The right account, whose address nobody has confirmed yet.
    if (mine.toLowerCase() === email.toLowerCase()) {
      return (
        <Page title={words.page}>
          <Card>
            <EmptyState
              icon={<MailIcon size={24} />}
              title={words.title(tenantName)}
              text={words.unconfirmed(mine)}
              action={
                <LinkButton look="primary" href={routes.account()}>
                  {words.confirm}
                </LinkButton>
              }
            />
          </Card>
        </Page>
      )
    }
    const prefix = locale === 'en' ? '/en' : ''
    const back = `${prefix}/tenants/join?invitation=${encodeURIComponent(secret)}`
    return (
      <Page title={words.page}>
        <Card>
          <EmptyState
            icon={<MailIcon size={24} />}
            title={words.title(tenantName)}
            text={words.otherAddress(email, mine)}
            // A full load: the login is its own document, whose headers let a provider's popup answer.
            action={
              <AnchorButton
                look="primary"
                href={`${prefix}${routes.login({ query: { account: 'another', redirect_to: back } })}`}
              >
                {words.signIn}
              </AnchorButton>
            }
          />
        </Card>
      </Page>
    )
  }
  const join = () =>
    attempt(async () => {
      const { tenantId } = await accept.mutateAsync({ invitation: secret })
      await refresh()
      toast({ tone: 'ok', title: words.accepted(tenantName) })
      await push(routes.tenant({ tenantId }))
    })
  const leave = async () => {
    await attempt(async () => {
      await decline.mutateAsync({ invitation: secret })
      toast({ tone: 'ok', title: words.declined })
      await push(routes.tenants())
    })
    setDeclining(false)
  }
  return (
    <Page title={words.page}>
      {isSuspended && (
        <Notice tone="warn" mb={5}>
          <strong>{words.suspended}</strong>
          <chakra.p mt={1}>{words.suspendedText}</chakra.p>
        </Notice>
      )}
      <Card>
        <EmptyState
          icon={<MailIcon size={24} />}
          title={words.title(tenantName)}
          text={
            <>
              {words.text(inviterName, roles[role], roleNotes[role])}
              <chakra.div mt={2}>{words.until(dateText(until, language))}</chakra.div>
            </>
          }
          action={
            <chakra.div display="flex" flexWrap="wrap" justifyContent="center" gap={3}>
              <Button look="primary" size="l" busy={accept.isPending} onClick={() => void join()}>
                {words.accept}
              </Button>
              <Button size="l" onClick={() => setDeclining(true)}>
                {words.decline}
              </Button>
            </chakra.div>
          }
        />
      </Card>
      <ConfirmDialog
        open={isDeclining}
        onClose={() => setDeclining(false)}
        onConfirm={leave}
        title={words.declineTitle(tenantName)}
        confirm={words.decline}
      >
        {words.declineText}
      </ConfirmDialog>
    </Page>
  )
}
