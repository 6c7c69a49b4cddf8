import { chakra } from '@chakra-ui/react'
import { routes } from '#client/routes.ts'
import { useLocale } from '#client/words.tsx'
import { Badge } from '#ui/Badge.tsx'
import { LinkButton } from '#ui/Button.tsx'
import { Link } from '#ui/Link.tsx'
import { LockIcon, NewsIcon, PlayIcon } from '#ui/look/icons.tsx'
import { Picture } from '#ui/Picture.tsx'
import { DateText, dateText } from '#ui/text/DateText.tsx'
import type { HomeOfFan } from './Clubs'
import { BrandLink, Name, Part, Rows, Small } from './parts'
import { useFanHomeWords } from './words'

const Thumbnail = ({ src, type }: { src: string; type: 'video' | 'news' | 'live' }) => (
  <chakra.span
    flex="none"
    w={{ base: '84px', md: '112px' }}
    aspectRatio="16 / 9"
    borderRadius="m"
    overflow="hidden"
    bg="sunken"
    color="faint"
    display="grid"
    placeItems="center"
    aria-hidden
    css={{ '& img': { width: '100%', height: '100%', objectFit: 'cover' } }}
  >
    {src ? (
      <Picture src={src} width={112} height={63} loading="lazy" />
    ) : type === 'news' ? (
      <NewsIcon size={20} />
    ) : (
      <PlayIcon size={20} />
    )}
  </chakra.span>
)

const contentHref = ({ brand, planContentId }: { brand: { slug: string }; planContentId: string }) =>
  routes.fanContent({ brandSlug: brand.slug, planContentId })

/** What is on now, and what comes next with its day and hour. */
export const Lives = ({ lives }: { lives: HomeOfFan['lives'] }) => {
  const words = useFanHomeWords()
  const locale = useLocale()
  if (lives.length === 0) return null
  return (
    <Part title={words.lives}>
      <Rows data-testid="my-lives">
        {lives.map((live) => (
          <li key={live.planContentId}>
            <Thumbnail src={live.thumbnail} type="live" />
            <chakra.div flex="1" minW="0">
              <chakra.div display="flex" flexWrap="wrap" columnGap={2} alignItems="center">
                {live.state === 'live' ? (
                  <Badge tone="bad">{words.onAir}</Badge>
                ) : (
                  <chakra.span fontSize="sm" fontWeight="semibold" fontVariantNumeric="tabular-nums">
                    {live.state === 'soon' ? words.soon : dateText(live.startAt, locale, { short: true, hour: true })}
                  </chakra.span>
                )}
                {!live.mayWatch && (
                  <chakra.span display="inline-flex" alignItems="center" gap={1} fontSize="xs" color="muted">
                    <LockIcon size={13} />
                    {words.locked}
                  </chakra.span>
                )}
              </chakra.div>
              <Name>
                <Link href={contentHref(live)}>{live.name}</Link>
              </Name>
              <BrandLink brand={live.brand} />
              {live.state === 'live' && live.mayWatch && (
                <chakra.div mt={1.5}>
                  <LinkButton
                    look="primary"
                    size="s"
                    href={contentHref(live)}
                    aria-label={`${words.watch}: ${live.name}`}
                  >
                    <PlayIcon size={14} />
                    {words.watch}
                  </LinkButton>
                </chakra.div>
              )}
            </chakra.div>
          </li>
        ))}
      </Rows>
    </Part>
  )
}

/** Contents of the last month that the fan may read, newest first. */
export const Newest = ({ newest }: { newest: HomeOfFan['newest'] }) => {
  const words = useFanHomeWords()
  return (
    <Part title={words.newest}>
      {newest.length === 0 ? (
        <chakra.p px={{ base: 4, md: 5 }} pb={5} color="muted" fontSize="0.875rem">
          {words.noNewest}
        </chakra.p>
      ) : (
        <Rows data-testid="my-newest">
          {newest.map((one) => (
            <li key={one.planContentId}>
              <Thumbnail src={one.thumbnail} type={one.type} />
              <chakra.div flex="1" minW="0">
                <Name>
                  <Link href={contentHref(one)}>{one.name}</Link>
                </Name>
                <chakra.div display="flex" flexWrap="wrap" columnGap={3} alignItems="center">
                  {one.isNew && <Badge tone="info">{words.new}</Badge>}
                  <BrandLink brand={one.brand} />
                  <Small>
                    {words.types[one.type]} · <DateText at={one.publishedAt} short />
                  </Small>
                </chakra.div>
              </chakra.div>
            </li>
          ))}
        </Rows>
      )}
    </Part>
  )
}
