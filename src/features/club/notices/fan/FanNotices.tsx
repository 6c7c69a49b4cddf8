import dynamic from 'next/dynamic'
import { useEffect, useLayoutEffect } from 'react'
import { at } from '#client/at.ts'
import { useFanCall } from '#client/useFanAnswer.ts'
import type { notices } from '../contract'

const Panel = dynamic(() => import('./BellPanel').then((m) => m.BellPanel), { ssr: false })

/** For so many milliseconds a number is not asked for again while a fan goes from page to page. */
const keptFor = 60_000
let kept: { uid: string; askedAt: number; unread: number } | null = null
/** Brands of which this document has said that the fan is there. */
const visited = new Set<string>()

type Props = {
  uid: string
  brand: { tenantId: string; brandId: string } | undefined
  isOpen: boolean
  onClose: () => void
  onUnread: (unread: number) => void
}

/** What the bell in the header knows and opens, and that the fan visits the brand. Loaded once the fan is known. */
export const FanNotices = ({ uid, brand, isOpen, onClose, onUnread }: Props) => {
  const ask = useFanCall()
  const [tenantId, brandId] = [brand?.tenantId, brand?.brandId]
  useLayoutEffect(() => {
    onUnread(kept?.uid === uid ? kept.unread : 0)
  }, [uid, onUnread])
  useEffect(() => {
    if (kept?.uid === uid && kept.askedAt > Date.now() - keptFor) return
    // Without an answer there is no number; the list says what went wrong.
    ask(at<typeof notices>()('getMyNotices'), {}).then(
      ({ unread }) => {
        kept = { uid, askedAt: Date.now(), unread }
        onUnread(unread)
      },
      () => {},
    )
  }, [uid, ask, onUnread])
  useEffect(() => {
    const visit = `${uid} ${brandId}`
    if (tenantId === undefined || brandId === undefined || visited.has(visit)) return
    visited.add(visit)
    ask(at<typeof notices>()('markClubSeen'), { tenantId, brandId }).catch(() => visited.delete(visit))
  }, [uid, tenantId, brandId, ask])
  const onSeen = () => {
    kept = { uid, askedAt: Date.now(), unread: 0 }
    onUnread(0)
  }
  return isOpen && <Panel onClose={onClose} onSeen={onSeen} />
}
