import { useRouter } from 'next/router'
import { useEffect } from 'react'
import { routes } from '../../client/routes'
import { LinkButton } from '../../ui/Button'
import { Notice } from '../../ui/Card'
import { LoadingScreen } from '../../ui/faces/LoadingScreen'
import { Door } from './Door'
import { IdentityWords, useIdentityWords } from './words'

const one = (value: string | string[] | undefined) => (typeof value === 'string' ? value : '')

/** Where another service sends somebody back with a code: hands it to the window that asked, and to no other origin. */
const Screen = () => {
  const words = useIdentityWords()
  const { isReady, query } = useRouter()
  const [code, state, error] = [one(query.code), one(query.state), one(query.error)]
  useEffect(() => {
    if (!isReady || !window.opener) return
    window.opener.postMessage({ type: 'oauth2callback', code, state, error }, window.location.origin)
    window.close()
  }, [isReady, code, state, error])

  if (!isReady) return <LoadingScreen />
  const isDone = code !== '' && error === ''
  return (
    <Door title={words.callbackTitle}>
      <Notice tone={isDone ? 'ok' : 'bad'}>{isDone ? words.callbackDone : words.callbackFailed}</Notice>
      <LinkButton href={routes.home()}>{words.toHome}</LinkButton>
    </Door>
  )
}

export const OAuthCallbackScreen = () => (
  <IdentityWords>
    <Screen />
  </IdentityWords>
)
