import dynamic from 'next/dynamic'
import { StreamingWords } from '../../streamings/contents/words'
import type { AdminPlanContent } from '../contract'
import { useContentWords } from '../words'

const LiveDesk = dynamic(() => import('../../streamings/contents/LiveDesk').then((m) => m.LiveDesk), { ssr: false })

type DeskProps = { ids: { tenantId: string; brandId: string }; content: AdminPlanContent; name: string }

/** The desk of a streaming, above all else: whoever opens its page comes for it. */
export const Desk = ({ ids, content: { details }, name }: DeskProps) => {
  const words = useContentWords()
  if (details.type !== 'streaming' || details.streamingId === null) return null
  return (
    <StreamingWords>
      <LiveDesk ids={ids} streamingId={details.streamingId} name={name || words.unnamed} />
    </StreamingWords>
  )
}
