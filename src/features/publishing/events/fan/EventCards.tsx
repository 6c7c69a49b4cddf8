import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { at } from '#client/at.ts'
import { call } from '#client/call.ts'
import { routes } from '#client/routes.ts'
import { useLocale } from '#client/words.tsx'
import { Badge } from '#ui/Badge.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { BrandButton } from '#ui/fan/BrandButton.tsx'
import { CardGrid } from '#ui/fan/PlanCard.tsx'
import { Link } from '#ui/Link.tsx'
import { CalendarIcon } from '#ui/look/icons.tsx'
import { Picture } from '#ui/Picture.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { languageOf } from '#ui/text/languageOf.ts'
import type { events, PublicEventListItem } from '../contract'
import { FanEventWords, useFanEventWords } from './words'

type CardsProps = { brandSlug: string; events: readonly PublicEventListItem[] }

const Frame = chakra('article', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    maxW: 'card',
    minW: 0,
    bg: 'surface',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'l',
    overflow: 'hidden',
  },
})

export const EventStateBadge = ({ status }: Pick<PublicEventListItem, 'status'>) => {
  const words = useFanEventWords()
  const says = words.status[status]
  if (!says) return null
  return <Badge tone={status === 'canceled' ? 'bad' : status === 'postponed' ? 'warn' : 'plain'}>{says}</Badge>
}

const Cards = ({ brandSlug, events: all }: CardsProps) => {
  const words = useFanEventWords()
  const locale = useLocale()
  return (
    <CardGrid>
      {all.map((event) => (
        <Frame key={event.eventId}>
          <chakra.div
            position="relative"
            aspectRatio="16 / 9"
            bg="linear-gradient(135deg, color-mix(in oklab, var(--brand) 72%, white), color-mix(in oklab, var(--brand) 78%, black))"
          >
            {event.keyVisualUrl && (
              <Picture
                src={event.keyVisualUrl}
                sizes="(min-width: 480px) 380px, 100vw"
                w="100%"
                h="100%"
                position="absolute"
                inset={0}
              />
            )}
          </chakra.div>
          <chakra.div display="grid" gap={1.5} px={4.5} pt={4} pb={4.5} alignContent="start">
            <chakra.div display="flex" flexWrap="wrap" gap={2} alignItems="center" fontSize="sm" color="muted">
              <EventStateBadge status={event.status} />
              {words.types[event.eventType]}
            </chakra.div>
            <chakra.h3 lang={languageOf(event.title)} fontSize="lg" overflowWrap="anywhere">
              <Link href={routes.fanEvent({ brandSlug, eventId: event.eventId })}>{event.title}</Link>
            </chakra.h3>
            {event.catchCopy && (
              <chakra.p lang={languageOf(event.catchCopy)} fontSize="0.875rem" color="muted">
                {event.catchCopy}
              </chakra.p>
            )}
            <chakra.p fontSize="0.875rem" fontWeight="semibold" fontVariantNumeric="tabular-nums">
              {event.status === 'postponed'
                ? words.undated
                : event.startAt !== null && dateText(event.startAt, locale, { hour: true })}
            </chakra.p>
            {/* Without a venue an event is online, which the kind of such an event says already. */}
            {(event.venueName || event.eventType !== 'online') && (
              <chakra.p fontSize="0.875rem" color="muted">
                {event.venueName || words.online}
              </chakra.p>
            )}
          </chakra.div>
        </Frame>
      ))}
    </CardGrid>
  )
}

type ListsProps = {
  brand: { tenantId: string; brandId: string; brandSlug: string }
  ahead: readonly PublicEventListItem[]
  past: readonly PublicEventListItem[]
  pastCount: number
}

export const EventLists = (props: ListsProps) => (
  <FanEventWords>
    <Lists {...props} />
  </FanEventWords>
)

const Lists = ({ brand, ahead, past, pastCount }: ListsProps) => {
  const words = useFanEventWords()
  const locale = useLocale()
  const [more, setMore] = useState<readonly PublicEventListItem[]>([])
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const shown = [...past, ...more]
  const { tenantId, brandId, brandSlug } = brand
  const load = async () => {
    setState('loading')
    try {
      const pagination = { limit: 20, offset: shown.length }
      const payload = { tenantId, brandId, period: 'past' as const, pagination }
      const answer = await call(at<typeof events>()('getPublicEvents'), payload, { token: async () => '', locale })
      setMore([...more, ...answer.events])
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  return (
    <>
      <chakra.section mt={6} aria-label={words.ahead}>
        <chakra.h2 fontSize="xl" mb={4}>
          {words.ahead}
        </chakra.h2>
        {ahead.length === 0 ? (
          <EmptyState icon={<CalendarIcon size={24} />} title={words.noneAhead} text={words.noneAheadText} />
        ) : (
          <Cards brandSlug={brandSlug} events={ahead} />
        )}
      </chakra.section>
      {shown.length > 0 && (
        <chakra.section mt={12} aria-label={words.past}>
          <chakra.h2 fontSize="xl" mb={4}>
            {words.past}
          </chakra.h2>
          <Cards brandSlug={brandSlug} events={shown} />
          {shown.length < pastCount && (
            <chakra.div mt={6} display="grid" gap={2} justifyItems="center">
              <BrandButton look="outline" onClick={() => void load()} disabled={state === 'loading'}>
                {words.more}
              </BrandButton>
              {state === 'failed' && <p role="alert">{words.moreFailed}</p>}
            </chakra.div>
          )}
        </chakra.section>
      )}
    </>
  )
}
