import { chakra } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { onUser, type Product, signInWithGoogle, signInWithPassword } from '#client/identity.ts'
import { type Person, problemOf } from '#client/identityProvider.ts'
import { useConfig } from '#client/useConfig.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Card.tsx'
import { Field, Fields } from '#ui/form/Field.tsx'
import { PasswordInput } from '#ui/form/PasswordInput.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { useUiWords } from '#ui/words.tsx'
import { IdentityWords, useIdentityWords } from './words'

type Props = { product: Product; onEnd: (isDone: boolean) => void }

/** The user who is signed in. */
const whoIsThere = () =>
  new Promise<Person | null>((known, failed) => {
    const stop = onUser((person) => {
      queueMicrotask(() => stop())
      known(person)
    }, failed)
  })

const Asking = ({ product, onEnd }: Props) => {
  const words = useIdentityWords()
  const { cancel } = useUiWords()
  const providers = useConfig()?.signInProviders ?? []
  const [person, setPerson] = useState<Person | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useForm({ defaultValues: { password: '' } })
  const { errors } = form.formState
  useEffect(() => {
    whoIsThere().then(setPerson, () => onEnd(false))
  }, [onEnd])
  const run = async (signIn: () => Promise<void>) => {
    setBusy(true)
    setProblem(null)
    try {
      await signIn()
      const now = await whoIsThere()
      // Another account has signed in, so the pending call is not repeated.
      onEnd(now?.uid === person?.uid)
    } catch (error) {
      setProblem(words.problems[problemOf(error)])
      setBusy(false)
    }
  }
  const submit = form.handleSubmit(({ password }) =>
    run(() => signInWithPassword(person?.email ?? '', password, product)),
  )
  const withPassword = providers.includes('password')
  return (
    <Dialog
      open
      onClose={busy ? () => {} : () => onEnd(false)}
      title={words.againTitle}
      size="s"
      footer={
        <>
          <Button onClick={() => onEnd(false)} disabled={busy}>
            {cancel}
          </Button>
          {withPassword && (
            <Button look="primary" type="submit" form="sign-in-again" busy={busy}>
              {words.againConfirm}
            </Button>
          )}
        </>
      }
    >
      <Fields>
        <chakra.p color="muted" fontSize="0.875rem">
          {words.againText(person?.email ?? '')}
        </chakra.p>
        {problem && (
          <Notice tone="bad" role="alert">
            {problem}
          </Notice>
        )}
        {withPassword && (
          <chakra.form id="sign-in-again" method="post" onSubmit={submit} noValidate>
            {/* For what keeps passwords: whose this one is. */}
            <chakra.input type="email" autoComplete="username" value={person?.email ?? ''} readOnly hidden />
            <Field label={words.password} error={errors.password?.message}>
              <PasswordInput
                autoComplete="current-password"
                data-autofocus
                {...form.register('password', { required: words.needPassword })}
              />
            </Field>
          </chakra.form>
        )}
        {providers.includes('google') && (
          <Button wide busy={busy && !withPassword} onClick={() => run(() => signInWithGoogle(product))}>
            {words.withGoogle}
          </Button>
        )}
      </Fields>
    </Dialog>
  )
}

export const SignInAgainDialog = (props: Props) => (
  <IdentityWords>
    <Asking {...props} />
  </IdentityWords>
)
