import dynamic from 'next/dynamic'
import { startTransition, useEffect, useState } from 'react'
import type { Product } from '../../client/identity'
import { provideSignInAgain } from '../../ui/signInAgain'

const SignInAgainDialog = dynamic(() => import('./SignInAgainDialog').then((m) => m.SignInAgainDialog), { ssr: false })

/**
 * Asks who is there once more, over the page as it stands: what was typed stays, and what was refused is done again.
 * Several that were refused at once are answered by one.
 */
export const SignInAgain = ({ product }: { product: Product }) => {
  const [asked, setAsked] = useState<PromiseWithResolvers<boolean> | null>(null)
  useEffect(() => {
    let open: PromiseWithResolvers<boolean> | null = null
    return provideSignInAgain(() => {
      if (open) return open.promise
      const one = Promise.withResolvers<boolean>()
      open = one
      // Its words may still have to come: the page stays as it is until then.
      startTransition(() => setAsked(one))
      return one.promise.finally(() => {
        open = null
        setAsked(null)
      })
    })
  }, [])
  return asked && <SignInAgainDialog product={product} onEnd={asked.resolve} />
}
