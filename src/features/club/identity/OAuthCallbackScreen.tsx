import { useRouter } from 'next/router'
import { useEffect, useState } from 'react'
import { oauthStart, tellOAuthResult } from '#client/oauth.ts'
import { routes } from '#client/routes.ts'
import { AnchorButton } from '#ui/Button.tsx'
import { Notice } from '#ui/Card.tsx'
import { LoadingScreen } from '#ui/faces/LoadingScreen.tsx'
import { safeRedirect } from './identity'
import { SignInFrame } from './SignInFrame'
import { IdentityWords, useIdentityWords } from './words'

const one = (value: string | string[] | undefined) => (typeof value === 'string' ? value : '')

type Problem = 'declined' | 'unavailable' | 'expired' | 'refused'
/** Error codes of RFC 6749. The description is ignored, because anybody could have written it into the URL. */
const problems: Record<string, Problem> = {
  access_denied: 'declined',
  server_error: 'unavailable',
  temporarily_unavailable: 'unavailable',
}
const problemOf = (code: string, error: string): Problem | null => {
  if (error) return problems[error] ?? 'refused'
  return code ? null : 'expired'
}

/** Callback page of OAuth: reports the result to the window that opened it, and explains a failure. */
const Screen = () => {
  const words = useIdentityWords()
  const { isReady, query, locale } = useRouter()
  const [code, state, error] = [one(query.code), one(query.state), one(query.error)]
  const problem = problemOf(code, error)
  // Undefined in the first render, which has to be the one that the server made: without a query the router is ready at once.
  const [again, setAgain] = useState<string | null>()
  useEffect(() => {
    if (!isReady) return
    setAgain(oauthStart())
    // Closes the window once a listener has the result; it stays open after a failure or without a listener.
    return tellOAuthResult({ code, state, error }, () => problem || window.close())
  }, [isReady, code, state, error, problem])

  if (again === undefined) return <LoadingScreen />
  const start = safeRedirect(again)
  const home = `${locale === 'en' ? '/en' : ''}${routes.home()}`
  return (
    <SignInFrame title={words.callbackTitle}>
      <Notice tone={problem ? 'bad' : 'ok'} role={problem ? 'alert' : 'status'}>
        {problem ? words.callbackProblems[problem] : words.callbackDone}
      </Notice>
      {problem && (
        <AnchorButton look="primary" href={start === '/' ? home : start}>
          {words.callbackAgain}
        </AnchorButton>
      )}
      <AnchorButton href={home}>{words.toHome}</AnchorButton>
    </SignInFrame>
  )
}

export const OAuthCallbackScreen = () => (
  <IdentityWords>
    <Screen />
  </IdentityWords>
)
