import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { routes } from '#client/routes.ts'
import { useLocale } from '#client/words.tsx'
import { Notice } from '#ui/Card.tsx'
import { Wrap } from '#ui/fan/FanFrame.tsx'
import { Link } from '#ui/Link.tsx'
import { ChevronLeftIcon, ExternalIcon } from '#ui/look/icons.tsx'
import { Picture } from '#ui/Picture.tsx'
import { dateText, tokyoOffset } from '#ui/text/DateText.tsx'
import { languageOf } from '#ui/text/languageOf.ts'
import { useUiWords } from '#ui/words.tsx'
import type { PublicEvent } from '../contract'
import { EventStateBadge } from './EventCards'
import { FanEventWords, useFanEventWords } from './words'

type Props = {
  brandSlug: string
  brandName: string
  event: PublicEvent
  /** Renders a document; passed in, because it belongs to contents. */
  about: (text: string) => ReactNode
  /** What is sold for it, which the shop knows; null: nothing. */
  goods: ReactNode
}

export const EventDetails = (props: Props) => (
  <FanEventWords>
    <Details {...props} />
  </FanEventWords>
)

const timeText = (at: number) => new Date(at + tokyoOffset).toISOString().slice(11, 16)

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <chakra.section mt={8} aria-label={title}>
    <chakra.h2 fontSize="xl" mb={3}>
      {title}
    </chakra.h2>
    {children}
  </chakra.section>
)
const Text = chakra('p', { base: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } })

const Details = ({ brandSlug, brandName, event, about, goods }: Props) => {
  const words = useFanEventWords()
  const locale = useLocale()
  return (
    <Wrap pt={{ base: 4, md: 7 }} maxW="860px">
      <chakra.p mb={3} fontSize="0.875rem" color="muted">
        <Link href={routes.fanEvents({ brandSlug })}>
          <chakra.span display="inline-flex" alignItems="center" gap={1} minH="44px">
            <ChevronLeftIcon size={16} />
            {words.backTo(brandName)}
          </chakra.span>
        </Link>
      </chakra.p>
      <chakra.article maxW="820px">
        {event.keyVisualUrl && (
          <chakra.div position="relative" aspectRatio="16 / 9" borderRadius="l" overflow="hidden" bg="sunken">
            <Picture
              src={event.keyVisualUrl}
              sizes="(min-width: 1024px) 820px, 100vw"
              loading="eager"
              fetchPriority="high"
              w="100%"
              h="100%"
              position="absolute"
              inset={0}
            />
          </chakra.div>
        )}
        <chakra.div display="flex" flexWrap="wrap" gap={2} alignItems="center" mt={5} color="muted" fontSize="0.875rem">
          <EventStateBadge status={event.status} />
          {words.types[event.eventType]}
        </chakra.div>
        <chakra.h1
          lang={languageOf(event.title)}
          fontSize={{ base: '1.5rem', md: '3xl' }}
          overflowWrap="anywhere"
          mt={1}
        >
          {event.title}
        </chakra.h1>
        {event.catchCopy && (
          <chakra.p lang={languageOf(event.catchCopy)} color="muted" mt={1}>
            {event.catchCopy}
          </chakra.p>
        )}
        {event.performerLine && (
          <chakra.p lang={languageOf(event.performerLine)} mt={2} fontWeight="semibold">
            {event.performerLine}
          </chakra.p>
        )}
        <Changes event={event} />
        <Part title={words.dates}>
          <chakra.ul display="grid" gap={3}>
            {event.schedules.map((one) => (
              <Schedule key={one.scheduleId} schedule={one} isUndated={event.postponement?.isDated === false} />
            ))}
          </chakra.ul>
        </Part>
        {event.lives.length > 0 && (
          <Part title={words.lives}>
            <chakra.ul display="grid" gap={2}>
              {event.lives.map(({ planContentId, name, startAt }) => (
                <li key={planContentId}>
                  <Link href={routes.fanContent({ brandSlug, planContentId })}>
                    <chakra.span display="block" minH="44px" fontWeight="semibold" overflowWrap="anywhere">
                      <chakra.span lang={languageOf(name)} color="var(--brand-text)">
                        {name}
                      </chakra.span>
                      {startAt !== null && (
                        <chakra.span
                          display="block"
                          fontSize="0.875rem"
                          fontWeight="normal"
                          color="muted"
                          fontVariantNumeric="tabular-nums"
                        >
                          {dateText(startAt, locale, { hour: true })}
                        </chakra.span>
                      )}
                    </chakra.span>
                  </Link>
                </li>
              ))}
            </chakra.ul>
          </Part>
        )}
        {goods && <Part title={words.goods}>{goods}</Part>}
        {event.description && <Part title={words.about}>{about(event.description)}</Part>}
        {event.performers.length > 0 && (
          <Part title={words.performers}>
            <chakra.ul display="grid" gap={4} gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }}>
              {/* Two performers may have one name: the place in the list is what tells them apart. */}
              {[...event.performers.keys()].map((place) => (
                <PerformerItem key={place} performer={event.performers[place]} />
              ))}
            </chakra.ul>
          </Part>
        )}
        <Part title={words.audience}>
          <p>{words.audiences[event.audience]}</p>
          {event.plans.length > 0 && (
            <chakra.ul mt={2} display="grid" gap={1}>
              {event.plans.map(({ planId, name }) => (
                <chakra.li key={planId} color="var(--brand-text)" fontWeight="semibold">
                  <Link href={routes.fanPlan({ brandSlug, planId })}>{name}</Link>
                </chakra.li>
              ))}
            </chakra.ul>
          )}
        </Part>
        {event.notes && (
          <Part title={words.notes}>
            <Text lang={languageOf(event.notes)}>{event.notes}</Text>
          </Part>
        )}
        {event.contact && (
          <Part title={words.contact}>
            <Text lang={languageOf(event.contact)}>{event.contact}</Text>
          </Part>
        )}
        <chakra.div mt={8} fontSize="sm" color="muted">
          {event.startAt !== null && event.status === 'ended' && dateText(event.startAt, locale)}
        </chakra.div>
      </chakra.article>
    </Wrap>
  )
}

const PerformerItem = ({ performer }: { performer: PublicEvent['performers'][number] | undefined }) =>
  performer && (
    <chakra.li display="flex" gap={3} minW="0">
      {performer.imageUrl && (
        <Picture src={performer.imageUrl} sizes="64px" alt="" w="64px" h="64px" borderRadius="m" flex="none" />
      )}
      <chakra.div minW="0">
        <chakra.p lang={languageOf(performer.name)} fontWeight="semibold">
          {performer.name}
        </chakra.p>
        <Text lang={languageOf(performer.profile)} fontSize="0.875rem" color="muted">
          {performer.profile}
        </Text>
      </chakra.div>
    </chakra.li>
  )

/** Notice of a postponement or cancellation, above the dates. */
const Changes = ({ event: { status, cancellation, postponement } }: Pick<Props, 'event'>) => {
  const words = useFanEventWords()
  const locale = useLocale()
  if (cancellation) {
    return (
      <Notice tone="bad" mt={5}>
        <strong>{words.canceled}</strong>
        <Text>{cancellation.reason}</Text>
        {cancellation.refundPolicy && (
          <>
            <chakra.strong display="block" mt={2}>
              {words.refunds}
            </chakra.strong>
            <Text>{cancellation.refundPolicy}</Text>
          </>
        )}
      </Notice>
    )
  }
  if (status === 'ended') {
    return (
      <Notice tone="plain" mt={5}>
        {words.ended}
      </Notice>
    )
  }
  if (!postponement) return null
  return (
    <Notice tone="warn" mt={5}>
      <strong>{words.postponed}</strong>
      <Text>{postponement.reason}</Text>
      {postponement.startedAt !== null && (
        <p>{words.postponedFrom(dateText(postponement.startedAt, locale, { hour: true }))}</p>
      )}
      {!postponement.isDated && <p>{words.undated}</p>}
    </Notice>
  )
}

type ScheduleProps = { schedule: PublicEvent['schedules'][number]; isUndated: boolean }

const Schedule = ({ schedule: { doorsOpenAt, startAt, endAt, venue }, isUndated }: ScheduleProps) => {
  const words = useFanEventWords()
  const { newTab } = useUiWords()
  const locale = useLocale()
  return (
    <chakra.li p={4} borderWidth="1px" borderColor="border" borderRadius="m" display="grid" gap={1}>
      <chakra.p fontWeight="semibold" fontVariantNumeric="tabular-nums">
        {isUndated ? words.undated : dateText(startAt, locale)}
      </chakra.p>
      {!isUndated && (
        <chakra.p fontSize="0.875rem" display="flex" flexWrap="wrap" columnGap={4} fontVariantNumeric="tabular-nums">
          {doorsOpenAt !== null && <span>{words.doorsOpen(timeText(doorsOpenAt))}</span>}
          <span>{words.starts(timeText(startAt))}</span>
          {endAt !== null && <span>{words.ends(timeText(endAt))}</span>}
          <span>JST</span>
        </chakra.p>
      )}
      <chakra.p fontSize="0.875rem">{venue.name || words.online}</chakra.p>
      {venue.address && (
        <chakra.p fontSize="0.875rem" color="muted">
          {venue.address}
        </chakra.p>
      )}
      {venue.mapUrl && (
        <chakra.p fontSize="0.875rem">
          <chakra.a
            href={venue.mapUrl}
            rel="noopener noreferrer nofollow"
            target="_blank"
            display="inline-flex"
            alignItems="center"
            gap={1.5}
            minH="44px"
            color="var(--brand-text)"
          >
            {words.map}
            <ExternalIcon size={14} label={newTab} />
          </chakra.a>
        </chakra.p>
      )}
    </chakra.li>
  )
}
