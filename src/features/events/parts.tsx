import type { ReactNode } from 'react'
import { routes } from '../../client/routes'
import { useConfig } from '../../client/useConfig'
import { useLocale } from '../../client/words'
import { Badge, type Tone } from '../../ui/Badge'
import { Card } from '../../ui/Card'
import { EmptyState } from '../../ui/faces/EmptyState'
import { SearchIcon } from '../../ui/look/icons'
import { Page } from '../../ui/page/Page'
import { dateText } from '../../ui/text/DateText'
import { useUiWords } from '../../ui/words'
import { useTenantUser } from '../identity/session'
import type { EventListItem } from './contract'
import type { EventStatus } from './event'
import { useEventWords } from './words'

const tones: Record<EventStatus, Tone> = {
  draft: 'plain',
  scheduled: 'info',
  published: 'ok',
  postponed: 'warn',
  canceled: 'bad',
  ended: 'plain',
}

type Shown = Pick<EventListItem, 'status' | 'visibility' | 'publishAt'>

export const EventBadge = ({ event: { status, visibility, publishAt } }: { event: Shown }) => {
  const words = useEventWords()
  const locale = useLocale()
  const says =
    status === 'scheduled' && publishAt !== null
      ? words.announcedOn(dateText(publishAt, locale, { short: true }))
      : words.status[status]
  return (
    <>
      <Badge tone={tones[status]}>{says}</Badge>
      {visibility === 'unlisted' && <Badge>{words.unlisted}</Badge>}
    </>
  )
}

const useSlug = (brandId: string | undefined) => {
  const { user } = useTenantUser()
  return user.state === 'authorized' ? user.brands.find((brand) => brand.brandId === brandId)?.brandSlug : undefined
}

/** Where fans see the event, once it is readable; undefined before. */
export const useEventPage = (brandId: string | undefined) => {
  const config = useConfig()
  const slug = useSlug(brandId)
  return ({ eventId, status }: Pick<EventListItem, 'eventId' | 'status'>) => {
    if (!slug || status === 'draft' || status === 'scheduled') return undefined
    const href = routes.fanEvent({ brandSlug: slug, eventId })
    return { href, address: `${config?.publicOrigin ?? ''}${href}` }
  }
}

/** The screens of events exist where the feature is on. */
export const WhereEventsAre = ({ children }: { children: ReactNode }) => {
  const config = useConfig()
  const ui = useUiWords()
  if (!config || config.features.fanClubEvents) return children
  return (
    <Page title={ui.notFoundTitle}>
      <Card>
        <EmptyState icon={<SearchIcon size={24} />} title={ui.notFoundTitle} text={ui.notFoundText} />
      </Card>
    </Page>
  )
}
