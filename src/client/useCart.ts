import { useRouter } from 'next/router'
import { useEffect, useState } from 'react'
import type { carts } from '#shop/carts/contract.ts'
import { at } from './at'
import { call } from './call'
import type { Person } from './identityProvider'
import { routes } from './routes'
import { onWaiting, waitingItems } from './waitingCart'

let joining: Promise<void> | null = null

/** Shared by concurrent callers. */
export const joinWaiting = (locale: string | undefined): Promise<void> => {
  if (waitingItems().length === 0) return Promise.resolve()
  joining ??= import('./joining')
    .then(
      ({ join }) => join(locale),
      // The module did not load: the next page retries.
      () => {},
    )
    .finally(() => {
      joining = null
    })
  return joining
}

/** The link to the carts with its number of pieces: of the fan's carts, or of a visitor's waiting items. */
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
      const answer = await call(at<typeof carts>()('getGoodsCountInCarts'), { userId: uid }, { token }).catch(
        () => null,
      )
      if (!isOver && answer) setCount(answer.goodsCount)
    }
    const stop = onWaiting(() => void count())
    return () => {
      isOver = true
      stop()
    }
  }, [uid, locale])
  return { href: routes.carts(), count }
}
