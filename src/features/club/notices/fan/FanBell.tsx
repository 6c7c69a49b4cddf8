import { chakra } from '@chakra-ui/react'
import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'
import { at } from '#client/at.ts'
import { useFanCall } from '#client/useFanAnswer.ts'
import { useLocale } from '#client/words.tsx'
import { Button } from '#ui/Button.tsx'
import { CountAbove } from '#ui/fan/FanFrame.tsx'
import { BellIcon } from '#ui/look/icons.tsx'
import type { notices } from '../contract'

const Panel = dynamic(() => import('./BellPanel').then((m) => m.BellPanel), { ssr: false })

// Here and not in a file of words: what a known fan's header loads is little, and so are these.
const labels = {
  ja: (n: number) => (n === 0 ? 'お知らせ' : `お知らせ（新着${n}件）`),
  en: (n: number) => (n === 0 ? 'Notices' : `Notices (${n} new)`),
}

/** For so many milliseconds a number is not asked for again while a fan goes from page to page. */
const keptFor = 60_000
let kept: { uid: string; askedAt: number; unread: number } | null = null
/** Brands of which this document has said that the fan is there. */
const visited = new Set<string>()

type Props = {
  uid: string
  /** The brand whose page it is, which the fan visits now. */
  brand: { tenantId: string; brandId: string } | undefined
}

/** The bell with the number of what is new. */
export const FanBell = ({ uid, brand }: Props) => {
  const ask = useFanCall()
  const [unread, setUnread] = useState(kept?.uid === uid ? kept.unread : 0)
  const [isOpen, setOpen] = useState(false)
  const label = labels[useLocale()](unread)
  const [tenantId, brandId] = [brand?.tenantId, brand?.brandId]
  useEffect(() => {
    if (kept?.uid === uid && kept.askedAt > Date.now() - keptFor) return
    // Without an answer there is no number; the list says what went wrong.
    ask(at<typeof notices>()('getMyNotices'), {}).then(
      (answer) => {
        kept = { uid, askedAt: Date.now(), unread: answer.unread }
        setUnread(answer.unread)
      },
      () => {},
    )
  }, [uid, ask])
  useEffect(() => {
    const visit = `${uid} ${brandId}`
    if (tenantId === undefined || brandId === undefined || visited.has(visit)) return
    visited.add(visit)
    ask(at<typeof notices>()('markClubSeen'), { tenantId, brandId }).catch(() => visited.delete(visit))
  }, [uid, tenantId, brandId, ask])
  const onSeen = () => {
    kept = { uid, askedAt: Date.now(), unread: 0 }
    setUnread(0)
  }
  return (
    <>
      <chakra.span position="relative" display="inline-flex">
        <Button
          icon
          look="quiet"
          minH="44px"
          aria-label={label}
          title={label}
          data-testid="fan-bell"
          onClick={() => setOpen(true)}
        >
          <BellIcon size={20} />
        </Button>
        {unread > 0 && (
          <CountAbove top="2px" insetInlineStart="22px" aria-hidden>
            {unread > 49 ? '49+' : unread}
          </CountAbove>
        )}
      </chakra.span>
      {isOpen && <Panel onClose={() => setOpen(false)} onSeen={onSeen} />}
    </>
  )
}
