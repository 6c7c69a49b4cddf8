import { useRouter } from 'next/router'
import { useEffect, useState } from 'react'
import type { Operation } from '../kit/contract'
import { call } from './call'
import type { Person } from './identityProvider'
import { routes } from './routes'
import { onWaiting, saveWaiting, waitingItems } from './waitingCart'

const named = (name: string) => ({ base: 'cms', name }) as const
let joining: Promise<void> | null = null

/** What waited in the browser goes into the fan's carts; what cannot be put in any more is left out, and told. */
const join = async (locale: string | undefined) => {
  const { token } = await import('./identity')
  for (const { tenantId, brandId, goodsId, variationId, quantity, name, key } of waitingItems()) {
    const payload = { tenantId, brandId, goodsId, variationId, quantity }
    const kept = await call<Operation>(named('addGoodsToCart'), payload as never, {
      token,
      ...(locale && { locale }),
      idempotencyKey: key ?? crypto.randomUUID(),
    }).then(
      () => false,
      // Without an answer about the goods themselves it stays for the next time; a refusal is final.
      async ({ status = 0 }: { status?: number }) => {
        const stays = status === 401 || status === 429 || status < 400 || status >= 500
        if (!stays) (await import('./leftOut')).saveLeftOut(name)
        return stays
      },
    )
    if (kept) return
    saveWaiting(waitingItems().filter((one) => one.goodsId !== goodsId || one.variationId !== variationId))
  }
}

/** Once for all that ask at the same time. */
export const joinWaiting = (locale: string | undefined): Promise<void> => {
  if (waitingItems().length === 0) return Promise.resolve()
  joining ??= join(locale).finally(() => {
    joining = null
  })
  return joining
}

/** The link to the carts with how many pieces are in them: a fan's own, or what a visitor has put aside. */
export const useCart = (fan: Person | null) => {
  const [count, setCount] = useState(0)
  const { locale } = useRouter()
  const uid = fan?.uid
  useEffect(() => {
    let isOver = false
    const count = async () => {
      if (!uid) return setCount(waitingItems().reduce((sum, { quantity }) => sum + quantity, 0))
      await joinWaiting(locale)
      const { token } = await import('./identity')
      const answer = await call<Operation>(named('getGoodsCountInCarts'), { userId: uid } as never, { token }).catch(
        () => null,
      )
      if (!isOver && answer) setCount((answer as { goodsCount: number }).goodsCount)
    }
    const stop = onWaiting(() => void count())
    return () => {
      isOver = true
      stop()
    }
  }, [uid, locale])
  return { href: routes.carts(), count }
}
