import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import { at } from '#client/at.ts'
import type { Person } from '#client/identityProvider.ts'
import { useFanCall } from '#client/useFanAnswer.ts'
import { viewerOfToday } from '#client/viewer.ts'
import type { CallError } from '#kit/callError.ts'
import type { PublicPlanContent, publicContents } from '../../contents/public/contract'
import type { streamings } from '../contract'
import { LiveView } from './LiveView'

type LiveProps = {
  ids: { tenantId: string; planContentId: string }
  content: Extract<PublicPlanContent, { type: 'streaming' }>
  fan: Person | null | undefined
  loginHref: string
  /** Name and words of the content, below the pictures. */
  head: ReactNode
}

const PushOffer = dynamic(() => import('#club/push/fan/PushOffer.tsx').then((m) => m.PushOffer), { ssr: false })
const LiveChat = dynamic(() => import('../chat/fan/LiveChat').then((m) => m.LiveChat), { ssr: false })
const WaitingLine = dynamic(() => import('../chat/fan/WaitingLine').then((m) => m.WaitingLine), { ssr: false })
const ArchivedChat = dynamic(() => import('../chat/fan/ArchivedChat').then((m) => m.ArchivedChat), { ssr: false })

/** Reloads a live streaming's data regularly, which also renews the cookies for its pictures. */
export const Live = ({ ids, content, fan, loginHref, head }: LiveProps) => {
  const ask = useFanCall()
  const { streamingSource, startAt, ...details } = content.details
  if (streamingSource === null || startAt === null || details.streamingId === null) return null
  const detailsOf = ({ details: next }: LiveProps['content']) => ({
    ...next,
    streamingId: next.streamingId ?? '',
    startAt: next.startAt ?? startAt,
    streamingSource: next.streamingSource ?? streamingSource,
  })
  return (
    <LiveView
      name={content.planContentName}
      thumbnail={content.thumbnail}
      details={detailsOf(content)}
      head={head}
      brandSlug={content.brand.slug}
      waiting={fan && <PushOffer reason="live" />}
      beside={(is, moment, told) =>
        is === 'live' ? (
          <LiveChat ids={ids} fan={fan} loginHref={loginHref} {...told} />
        ) : (
          <ArchivedChat ids={ids} moment={moment} onOver={told.onOver} />
        )
      }
      followed={(onLive) => <WaitingLine ids={ids} onLive={onLive} />}
      watch={async () => {
        try {
          await ask(at<typeof streamings>()('noteWatching'), { ...ids, viewer: viewerOfToday() })
        } catch (error) {
          return (error as CallError).code !== 'tooManyPlays'
        }
        return true
      }}
      load={async () => {
        const answer = await ask(at<typeof publicContents>()('getPublicPlanContent'), {
          ...ids,
          viewer: viewerOfToday(),
        })
        if (!answer.ok) return null
        return detailsOf(answer.planContent.type === 'streaming' ? answer.planContent : content)
      }}
    />
  )
}
