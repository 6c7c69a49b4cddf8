import dynamic from 'next/dynamic'
import { useRouter } from 'next/router'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import type { Person } from '#client/identityProvider.ts'
import { useLoginHref, useShownQueryValue } from '#client/routes.ts'
import { BrandButton } from '#ui/fan/BrandButton.tsx'
import type { Bought } from './BuyDialog'

const BuyDialog = dynamic(() => import('./BuyDialog').then((m) => m.BuyDialog), { ssr: false })

/** Asked on press only: the page itself is the same for every visitor. */
const whoIsThere = async () => {
  const { onUser } = await import('#client/identity.ts')
  return new Promise<Person | null>((known, failed) => {
    let stop = () => {}
    stop = onUser((person) => {
      known(person)
      // The listener may be called before `onUser` has returned.
      queueMicrotask(() => stop())
    }, failed)
  })
}

type Props = {
  of: Bought
  /** The page of what is bought, without the language: visitors come back to it from the login, buyers from the payment. */
  path: string
  testId: string
  children: ReactNode
}

/** Opens what has to be known before paying; a visitor signs in first, and finds it open when they come back. */
export const BuyButton = ({ of, path, testId, children }: Props) => {
  const { locale, replace } = useRouter()
  const [isOpen, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const prefix = locale === 'en' ? '/en' : ''
  // Who comes back by it wants the same, and need not press again.
  const loginHref = useLoginHref(`${path}${path.includes('?') ? '&' : '?'}join=true`)
  const wants = useShownQueryValue('join') !== ''
  const open = async () => {
    setBusy(true)
    try {
      if (await whoIsThere()) return setOpen(true)
      window.location.assign(loginHref)
    } finally {
      setBusy(false)
    }
  }
  useEffect(() => {
    if (!wants) return
    whoIsThere().then(
      (person) => {
        // Not into the history: the way back leads to where they came from.
        if (!person) return window.location.replace(loginHref)
        setOpen(true)
        void replace(path, undefined, { shallow: true, scroll: false })
      },
      // On a failure the button is still there.
      () => {},
    )
  }, [wants, path, loginHref, replace])
  return (
    <>
      <BrandButton wide onClick={() => void open()} aria-busy={busy || undefined} data-testid={testId}>
        {children}
      </BrandButton>
      {isOpen && (
        // It brings its words along, for which the page does not wait.
        <Suspense>
          <BuyDialog of={of} returnPath={prefix + path} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
