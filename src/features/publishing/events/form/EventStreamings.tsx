import { chakra } from '@chakra-ui/react'
import { routes } from '#client/routes.ts'
import { useConfig } from '#client/useConfig.ts'
import { useRead } from '#client/useOperation.ts'
import { Badge, type Tone } from '#ui/Badge.tsx'
import { LinkButton } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Link } from '#ui/Link.tsx'
import { DateText } from '#ui/text/DateText.tsx'
import { streamings } from '../../streamings/contract'
import type { StreamingStatus } from '../../streamings/streaming'
import { useEventWords } from '../words'

const tones: Record<StreamingStatus, Tone> = {
  beforeLive: 'plain',
  live: 'bad',
  beforeVOD: 'info',
  vod: 'ok',
  ended: 'plain',
}

type Props = { ids: { tenantId: string; brandId: string }; eventId: string }

/** The event's streamings, each with its content. */
export const EventStreamings = ({ ids, eventId }: Props) => {
  const { streamings: words } = useEventWords()
  const { data } = useRead(streamings.getStreamings, { ...ids, eventId })
  const mayMake = useConfig()?.features.fanClubEvents === true && data?.canEdit === true
  if (!data || (!mayMake && data.streamings.length === 0)) return null
  return (
    <Card title={words.title} lead={words.text}>
      <chakra.div display="grid" gap={3} justifyItems="start">
        {data.streamings.map(({ streamingId, streamingStatus, startAt, planContents }) => (
          <chakra.div key={streamingId} display="grid" gap={1} fontSize="0.875rem">
            <chakra.span display="inline-flex" flexWrap="wrap" gap={2} alignItems="center">
              <Badge tone={tones[streamingStatus]}>{words.status[streamingStatus]}</Badge>
              <DateText at={startAt} hour short />
            </chakra.span>
            {planContents.map(({ planContentId, name }) => (
              <Link key={planContentId} href={routes.content({ ...ids, contentId: planContentId })}>
                {name || words.unnamed}
              </Link>
            ))}
          </chakra.div>
        ))}
        {mayMake && (
          <LinkButton href={routes.newContent(ids, { query: { type: 'streaming', eventId } })}>{words.make}</LinkButton>
        )}
      </chakra.div>
    </Card>
  )
}
