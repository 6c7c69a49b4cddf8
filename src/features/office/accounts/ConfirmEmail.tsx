import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { signOut, token } from '#client/identity.ts'
import { routes } from '#client/routes.ts'
import { useAddressQuery } from '#client/useFanAnswer.ts'
import { useWrite } from '#client/useOperation.ts'
import { Button, LinkButton } from '#ui/Button.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'
import { MailIcon } from '#ui/look/icons.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { accounts } from './contract'
import { useAccountWords } from './words'

/** What the link in a mail that checks an address opens. It acts on a press: mail programs open links by themselves. */
export const ConfirmEmail = () => {
  const { address: words, refusals } = useAccountWords()
  const query = useAddressQuery()
  const attempt = useAttempt(refusals)
  const confirm = useWrite(accounts.confirmMyEmail, { refresh: [accounts.getMyAccount] })
  const [done, setDone] = useState<{ email: string; isChange: boolean } | null>(null)
  if (query === null) return <SkeletonText lines={3} />
  const secret = query.get('secret') ?? ''
  const press = () =>
    attempt(async () => {
      const confirmed = await confirm.mutateAsync({ secret })
      if (!confirmed.isChange) await token(true)
      setDone(confirmed)
    })
  const icon = <MailIcon size={24} />
  // The sessions of a changed address end at the provider: this one is left after its person has read so.
  const again = (
    <Button look="primary" onClick={() => void signOut('fanclub')}>
      {words.signInAgain}
    </Button>
  )
  const settings = <LinkButton href={routes.myAccount()}>{words.toAccount}</LinkButton>
  if (done)
    return (
      <div role="status">
        <EmptyState
          icon={icon}
          title={words.done(done.email)}
          text={done.isChange ? words.doneChanged : words.doneText}
          action={done.isChange ? again : settings}
        />
      </div>
    )
  if (secret === '')
    return <EmptyState icon={icon} title={words.incomplete} text={words.incompleteText} action={settings} />
  return (
    <chakra.div display="grid" gap={4} justifyItems="start" maxW="520px">
      <p>{words.confirmText}</p>
      <Button look="primary" size="l" busy={confirm.isPending} onClick={() => void press()}>
        {words.confirm}
      </Button>
    </chakra.div>
  )
}
