import { chakra } from '@chakra-ui/react'
import dynamic from 'next/dynamic'
import { routes } from '#client/routes.ts'
import { useLocale } from '#client/words.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Link } from '#ui/Link.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import { languageOf } from '#ui/text/languageOf.ts'
import type { ContentsAtAGlance } from './glance'
import { useFanContentWords } from './words'

/** How long it is still: a page at rest says nothing of it, and what counts is fetched once the page is awake. */
const TimeLeft = dynamic(() => import('./TimeLeft').then((m) => m.TimeLeft), { ssr: false })

/** What is free, what this month has brought, and when the next live is. */
export const AtAGlance = ({ brandSlug, of }: { brandSlug: string; of: ContentsAtAGlance }) => {
  const words = useFanContentWords()
  const locale = useLocale()
  const { free, month, next } = of
  const live = next && [
    next.isOn ? words.liveNow : words.nextLive,
    dateText(next.startAt, locale, { short: true, hour: true }),
    routes.fanContent({ brandSlug, planContentId: next.planContentId }),
  ]
  const kinds = (['news', 'video', 'streaming'] as const).filter((kind) => month[kind] > 0)
  const rows = [
    ...(free > 0
      ? [[words.freeToAll, words.countOf(free), routes.fanContents({ brandSlug }, { query: { filter: 'free' } })]]
      : []),
    ...(kinds.length > 0
      ? [
          [
            words.thisMonth,
            kinds.map((kind) => `${words.types[kind]} ${month[kind]}`).join(' · '),
            routes.fanContents({ brandSlug }),
          ],
        ]
      : []),
  ]
  // Whoever comes while it is on comes for it.
  if (live) rows[next.isOn ? 'unshift' : 'push'](live)
  return (
    <chakra.ul
      mt={5}
      borderWidth="1px"
      borderColor="border"
      borderRadius="l"
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: `repeat(${rows.length}, minmax(0, 1fr))` }}
      data-testid="at-a-glance"
      _empty={{ display: 'none' }}
    >
      {rows.map((row) => (
        <chakra.li
          key={row[0]}
          borderColor="border"
          borderTopWidth={{ base: '1px', md: 0 }}
          borderLeftWidth={{ md: '1px' }}
          _first={{ borderTopWidth: 0, borderLeftWidth: 0 }}
        >
          <Link href={row[2] ?? ''}>
            <chakra.span
              display="flex"
              flexDirection={{ base: 'row', md: 'column' }}
              flexWrap="wrap"
              alignItems={{ base: 'center', md: 'start' }}
              justifyContent="space-between"
              columnGap={3}
              px={4}
              py={{ base: 2, md: 3 }}
              minH="44px"
            >
              <chakra.span fontSize="sm" color="muted">
                {row === live && next?.isOn ? <Badge tone="bad">{row[0]}</Badge> : row[0]}
              </chakra.span>
              <chakra.span fontSize="0.875rem" fontWeight="semibold" fontVariantNumeric="tabular-nums">
                {row[1]}
              </chakra.span>
              {next && row === live && (
                <chakra.span w="100%" fontSize="sm" color="muted" display="flex" data-testid="next-live">
                  {/* What comes later stands behind the name: the name keeps its place. */}
                  <chakra.span minW={0} truncate lang={languageOf(next.name)}>
                    {next.name}
                  </chakra.span>
                  {!next.isOn && <TimeLeft until={next.startAt} />}
                </chakra.span>
              )}
            </chakra.span>
          </Link>
        </chakra.li>
      ))}
    </chakra.ul>
  )
}
