import dynamic from 'next/dynamic'
import { startTransition, useEffect, useState } from 'react'
import type { Product } from '#client/identity.ts'
import { provideSignInAgain } from '#ui/signInAgain.ts'

const SignInAgainDialog = dynamic(() => import('./SignInAgainDialog').then((m) => m.SignInAgainDialog), { ssr: false })

/**
 * Dialog for a new sign-in over the current page: the form is kept, and the refused call is repeated. Calls that are
 * refused at the same time share one dialog.
 */
export const SignInAgain = ({ product }: { product: Product }) => {
  const [asked, setAsked] = useState<PromiseWithResolvers<boolean> | null>(null)
  useEffect(() => {
    let open: PromiseWithResolvers<boolean> | null = null
    return provideSignInAgain(() => {
      if (open) return open.promise
      const one = Promise.withResolvers<boolean>()
      open = one
      // A transition, so that the page stays visible while the dialog's texts load.
      startTransition(() => setAsked(one))
      return one.promise.finally(() => {
        open = null
        setAsked(null)
      })
    })
  }, [])
  return asked && <SignInAgainDialog product={product} onEnd={asked.resolve} />
}
