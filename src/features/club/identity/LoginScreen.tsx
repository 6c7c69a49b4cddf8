import { chakra } from '@chakra-ui/react'
import dynamic from 'next/dynamic'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import {
  type Product,
  prepareSignIn,
  sendPasswordReset,
  signInWithGoogle,
  signInWithPassword,
  signUpWithPassword,
} from '#client/identity.ts'
import { type Person, problemOf } from '#client/identityProvider.ts'
import { useQueryValue } from '#client/routes.ts'
import { useLocale } from '#client/words.tsx'
import type { PublicConfig } from '#config.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Card.tsx'
import { LoadingScreen } from '#ui/faces/LoadingScreen.tsx'
import { Field, Fields } from '#ui/form/Field.tsx'
import { PasswordInput } from '#ui/form/PasswordInput.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { SiteLink } from '#ui/Link.tsx'
import { DemoAccounts } from './DemoAccounts'
import { type SignInBrand, SignInFrame } from './SignInFrame'
import { useTenantUser } from './session'
import { useReturn } from './useReturn'
import { IdentityWords, useIdentityWords } from './words'

/** Rendered on the server, so that no button appears late and moves the others. */
export type LoginSettings = Pick<PublicConfig, 'signInProviders' | 'isDemo' | 'termsUrl' | 'privacyUrl'>

type Mode = 'signIn' | 'signUp' | 'reset'
type Values = { displayName: string; email: string; password: string }

const Line = chakra('span', { base: { flex: 1, h: '1px', bg: 'border' } })
const Or = ({ children }: { children: ReactNode }) => (
  <chakra.div display="flex" alignItems="center" gap={3} color="faint" fontSize="sm">
    <Line />
    {children}
    <Line />
  </chakra.div>
)

const minPasswordLength = 8
const productOf = (isFan: boolean): Product => (isFan ? 'fanclub' : 'portal')

const usePasswordForm = (mode: Mode, isFan: boolean, onDone: () => void) => {
  const words = useIdentityWords()
  const locale = useLocale()
  const form = useForm<Values>({ defaultValues: { displayName: '', email: '', password: '' } })
  const [problem, setProblem] = useState<string | null>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { clearErrors } = form
  // What was typed stays in another mode; what was said about it does not.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the change of mode counts.
  useEffect(() => {
    clearErrors()
    setProblem(null)
    setSentTo(null)
  }, [mode, clearErrors])

  const act = async ({ email, password, displayName }: Values) => {
    if (mode === 'signIn') return signInWithPassword(email, password, productOf(isFan)).then(onDone)
    if (mode === 'signUp') return signUpWithPassword(email, password, displayName.trim(), productOf(isFan)).then(onDone)
    await sendPasswordReset(email, locale).catch((error: unknown) => {
      // Does not reveal whether an address is registered.
      if (problemOf(error) !== 'wrongPassword') throw error
    })
    setSentTo(email)
  }
  const attempt = async (work: () => Promise<void>) => {
    setProblem(null)
    try {
      await work()
    } catch (error) {
      setProblem(words.problems[problemOf(error)])
    }
  }
  return { form, problem, sentTo, attempt, submit: form.handleSubmit((values) => attempt(() => act(values))) }
}

const Agreement = ({ termsUrl, privacyUrl }: Pick<LoginSettings, 'termsUrl' | 'privacyUrl'>) => {
  const words = useIdentityWords()
  return (
    <chakra.p color="muted" fontSize="sm">
      {words.agreeBefore}
      <chakra.span color="accentText" textDecoration="underline">
        <SiteLink href={termsUrl}>{words.terms}</SiteLink>
      </chakra.span>
      {words.and}
      <chakra.span color="accentText" textDecoration="underline">
        <SiteLink href={privacyUrl}>{words.privacy}</SiteLink>
      </chakra.span>
      {words.agreeAfter}
    </chakra.p>
  )
}

type PasswordFormProps = { mode: Mode; settings: LoginSettings; isFan: boolean; onDone: () => void }
const PasswordForm = ({ mode, settings, isFan, onDone }: PasswordFormProps) => {
  const words = useIdentityWords()
  const { form, problem, sentTo, submit } = usePasswordForm(mode, isFan, onDone)
  const { register, formState, setValue } = form
  const needsNew = mode === 'signUp'
  if (sentTo) return <Notice tone="ok">{words.resetSent(sentTo)}</Notice>
  return (
    <>
      {/* A browser that sends the form itself, before any script, must not write the password into the address. */}
      <chakra.form method="post" onSubmit={submit} noValidate>
        <Fields>
          {problem && (
            <Notice tone="bad" role="alert">
              {problem}
            </Notice>
          )}
          {needsNew && (
            <Field label={words.displayName} hint={words.displayNameHint} optional>
              <TextInput autoComplete="name" maxLength={50} {...register('displayName')} />
            </Field>
          )}
          <Field label={words.email} {...errorOf(formState.errors.email?.message)}>
            <TextInput
              type="email"
              inputMode="email"
              autoComplete="username"
              {...register('email', { required: words.needEmail, setValueAs: (value: string) => value.trim() })}
            />
          </Field>
          {mode !== 'reset' && (
            <Field
              label={words.password}
              {...(needsNew && { hint: words.newPasswordHint })}
              {...errorOf(formState.errors.password?.message)}
            >
              <PasswordInput
                autoComplete={needsNew ? 'new-password' : 'current-password'}
                {...register('password', {
                  required: words.needPassword,
                  validate: (value) => !needsNew || value.length >= minPasswordLength || words.needLongPassword,
                })}
              />
            </Field>
          )}
          {needsNew && <Agreement {...settings} />}
          <Button type="submit" look="primary" size="l" wide busy={formState.isSubmitting}>
            {{ signIn: words.signIn, signUp: words.signUp, reset: words.sendReset }[mode]}
          </Button>
        </Fields>
      </chakra.form>
      {settings.isDemo && mode === 'signIn' && (
        <DemoAccounts
          isFan={isFan}
          onChoose={(email, password) => {
            setValue('email', email)
            setValue('password', password)
          }}
        />
      )}
    </>
  )
}

const errorOf = (message: string | undefined) => (message ? { error: message } : {})

const GoogleButton = ({ isFan, onDone }: { isFan: boolean; onDone: () => void }) => {
  const words = useIdentityWords()
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const id = useId()
  const start = async () => {
    setBusy(true)
    setProblem(null)
    try {
      await signInWithGoogle(productOf(isFan))
      onDone()
    } catch (error) {
      setProblem(words.problems[problemOf(error)])
    }
    setBusy(false)
  }
  return (
    <chakra.div display="grid" gap={3}>
      <Button size="l" wide busy={busy} onClick={start} aria-describedby={id}>
        {words.withGoogle}
      </Button>
      {problem && (
        <Notice tone="bad" role="alert" id={id}>
          {problem}
        </Notice>
      )}
    </chakra.div>
  )
}

const ModeLink = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <Button look="link" fontSize="0.875rem" onClick={onClick}>
    {children}
  </Button>
)

/** In its place before it is known: what lies in this browser is no part of what the server sends. */
const CartSum = dynamic(() => import('./CartSum').then((m) => m.CartSum), {
  ssr: false,
  loading: () => <chakra.div minH="66px" />,
})

type LoginProps = {
  settings: LoginSettings
  /** The login was opened from a fan page; its texts are for fans. */
  isFan: boolean
  /** They want to join: most have no account yet. */
  isNew: boolean
  /** They want to buy what lies in this browser's cart. */
  isForCart: boolean
  /** Name and icon of the brand whose page led here. */
  brand: SignInBrand | null
}

const Screen = ({ settings, isFan, isNew, isForCart, brand }: LoginProps) => {
  const words = useIdentityWords()
  const [mode, setMode] = useState<Mode>(isNew ? 'signUp' : 'signIn')
  const { user } = useTenantUser()
  const goBack = useReturn()
  const wantsAnother = useQueryValue('account') === 'another'
  const [done, setDone] = useState(false)
  const [known, setKnown] = useState<Person | null>(null)
  const person = user.state === 'authorized' ? user.person : null
  // The user chose to sign in with another account: stay here until a new sign-in, which may be with the same account.
  if (wantsAnother && !done && person && !known) setKnown(person)
  const stays = wantsAnother && !done && (!person || !known || person.uid === known.uid)
  const isSignedIn = person !== null && !stays
  useEffect(() => {
    if (isSignedIn) goBack()
  }, [isSignedIn, goBack])

  const onDone = () => setDone(true)

  // Effects of this page run only on the first interaction (`rests`), when a sign-in is likely.
  useEffect(prepareSignIn, [])

  if (isSignedIn) return <LoadingScreen />
  const providers = settings.signInProviders
  const withPassword = providers.includes('password')
  const withGoogle = providers.includes('google') && mode !== 'reset'
  const title = { signIn: words.signInTitle, signUp: words.signUpTitle, reset: words.resetTitle }[mode]
  const lead = {
    signIn: isForCart
      ? words.cartSignInLead
      : isNew
        ? words.joinSignInLead
        : isFan
          ? words.fanSignInLead
          : words.signInLead,
    signUp: isForCart ? words.cartLead : isNew ? words.joinLead : words.signUpLead,
    reset: words.resetLead,
  }[mode]
  return (
    <SignInFrame title={title} lead={lead} brand={brand}>
      {isForCart && mode !== 'reset' && <CartSum />}
      {known && <Notice tone="info">{words.signedInAs(known.displayName || known.email)}</Notice>}
      {withPassword && <PasswordForm mode={mode} settings={settings} isFan={isFan} onDone={onDone} />}
      {withPassword && withGoogle && <Or>{words.or}</Or>}
      {withGoogle && <GoogleButton isFan={isFan} onDone={onDone} />}
      {withPassword && mode === 'signIn' && (
        <chakra.div display="grid" gap={2} justifyItems="center" color="muted" fontSize="0.875rem">
          <ModeLink onClick={() => setMode('reset')}>{words.forgot}</ModeLink>
          <p>
            {words.toSignUpBefore}
            <ModeLink onClick={() => setMode('signUp')}>{words.toSignUp}</ModeLink>
          </p>
        </chakra.div>
      )}
      {mode !== 'signIn' && (
        <chakra.div textAlign="center">
          <ModeLink onClick={() => setMode('signIn')}>
            {mode === 'signUp' ? words.haveAccount : words.toSignIn}
          </ModeLink>
        </chakra.div>
      )}
    </SignInFrame>
  )
}

export const LoginScreen = (props: LoginProps) => (
  <IdentityWords>
    <Screen {...props} />
  </IdentityWords>
)
