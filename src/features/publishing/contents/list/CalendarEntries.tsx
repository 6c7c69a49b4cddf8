import { chakra } from '@chakra-ui/react'
import { routes } from '#client/routes.ts'
import { useLocale } from '#client/words.tsx'
import type { ResultOf } from '#kit/contract.ts'
import { Link } from '#ui/Link.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import type { contents } from '../contract'
import { useContentWords } from '../words'

export const Entry = chakra(Link, {
  base: {
    display: 'block',
    position: 'relative',
    px: 2,
    py: 1,
    mb: 1,
    borderRadius: 's',
    fontSize: 'xs',
    lineHeight: 1.45,
    textDecoration: 'none',
    color: 'text',
    bg: 'okSubtle',
    borderLeftWidth: '3px',
    borderColor: 'ok',
    overflow: 'hidden',
    '&[data-other=true]': { bg: 'sunken', borderColor: 'borderStrong' },
    '&[data-scheduled=true]': { bg: 'infoSubtle', borderColor: 'info', cursor: 'grab' },
    '&[data-moving=true]': { outline: '2px dashed', outlineColor: 'accent' },
  },
})

/** Cancel button of an entry: always visible on touch screens, otherwise on hover or focus. */
export const TakeBack = chakra('button', {
  base: {
    position: 'absolute',
    top: '2px',
    right: '2px',
    w: '24px',
    h: '24px',
    display: 'grid',
    placeItems: 'center',
    borderRadius: 's',
    color: 'muted',
    cursor: 'pointer',
    _hover: { bg: 'surface', color: 'text' },
    '@media (hover: hover)': { opacity: 0, '.group:hover &, .group:focus-within &': { opacity: 1 } },
  },
})

type Props = {
  ids: { tenantId: string; brandId: string }
  other: ResultOf<typeof contents.getScheduledActions>['others'][number]
}

/** An event or a streaming of a day, which cannot be moved here. */
export const OtherEntry = ({ ids, other: { kind, eventId, planContentId, name, runAt } }: Props) => {
  const { calendar: words, unnamed } = useContentWords()
  const locale = useLocale()
  const at = dateText(runAt, locale, { hour: true })
  const href = planContentId ? routes.content({ ...ids, contentId: planContentId }) : routes.event({ ...ids, eventId })
  return (
    <Entry href={href} data-other>
      <chakra.span color="muted" fontVariantNumeric="tabular-nums" mr={1} aria-hidden>
        {at.match(/\d\d:\d\d/)?.[0]}
      </chakra.span>
      <chakra.span color="muted" mr={1}>
        {words.kinds[kind]}
      </chakra.span>
      <chakra.span fontWeight="semibold">{name || unnamed}</chakra.span>
      <chakra.span srOnly>{words.begins(at)}</chakra.span>
    </Entry>
  )
}
