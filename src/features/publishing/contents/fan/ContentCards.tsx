import { chakra } from '@chakra-ui/react'
import { routes } from '#client/routes.ts'
import { useLocale } from '#client/words.tsx'
import { grouped } from '#kit/number.ts'
import { Badge } from '#ui/Badge.tsx'
import { Link } from '#ui/Link.tsx'
import { CommentIcon, HeartIcon, LockIcon, PlayIcon } from '#ui/look/icons.tsx'
import { Picture } from '#ui/Picture.tsx'
import { dateText, monthText } from '#ui/text/DateText.tsx'
import { languageOf } from '#ui/text/languageOf.ts'
import type { PlanContentItem } from '../public/contract'
import { When } from './When'
import { FanContentWords, useFanContentWords } from './words'

const Grid = chakra('ul', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'repeat(auto-fill, minmax(280px, 1fr))' },
    gap: { base: 6, md: 5 },
  },
})
// The whole card leads to the content; its link is the name.
const Card = chakra('li', {
  base: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    maxW: 'card',
    minW: 0,
    borderRadius: 'l',
    '& a::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 'l' },
    _hover: { '& img': { filter: 'brightness(.96)' } },
  },
})
const Over = chakra('span', {
  base: {
    position: 'absolute',
    display: 'inline-flex',
    alignItems: 'center',
    gap: 1,
    borderRadius: 'full',
    bg: 'rgb(20 16 28 / .72)',
    color: 'white',
    fontSize: '0.75rem',
    fontWeight: 'semibold',
    px: 2.5,
    minH: '26px',
  },
})
const Count = chakra('span', {
  base: { display: 'inline-flex', alignItems: 'center', gap: 1, fontVariantNumeric: 'tabular-nums' },
})

export const isOpenTo = (status: PlanContentItem['status']) => status === 'freeContents' || status === 'available'

type Props = { brandSlug: string; contents: readonly PlanContentItem[]; level: 2 | 3 }

export const ContentCards = (props: Props) => (
  <FanContentWords>
    <Cards {...props} />
  </FanContentWords>
)

const Cards = ({ brandSlug, contents, level }: Props) => (
  <Grid>
    {contents.map((content) => (
      <ContentCard key={content.planContentId} brandSlug={brandSlug} content={content} level={level} />
    ))}
  </Grid>
)

/** Minutes of a video, characters and pictures of a letter; nothing of a live. */
const useLength = (content: PlanContentItem): string => {
  const words = useFanContentWords()
  if (content.type === 'streaming') return ''
  if (content.type === 'video')
    return content.durationMs === null ? '' : words.minutes(Math.max(1, Math.round(content.durationMs / 60_000)))
  const { characters, pictures } = content
  return [characters && words.characters(grouped(characters)), pictures && words.pictures(pictures)]
    .filter(Boolean)
    .join(' · ')
}

const ContentCard = ({ brandSlug, content, level }: { brandSlug: string; content: PlanContentItem; level: 2 | 3 }) => {
  const words = useFanContentWords()
  const locale = useLocale()
  const length = useLength(content)
  const {
    planContentId,
    name,
    preview,
    thumbnail,
    status,
    plans,
    backNumberPeriod: period,
    needsMonth,
    opensAt,
    type,
  } = content
  const isLocked = !isOpenTo(status)
  const [first, ...others] = plans
  const month = needsMonth && period ? monthText(period, locale) : ''
  const opensByJoining =
    (status === 'requiredPurchaseBackNumber' || status === 'requiredPurchasePlanAndBackNumber') && !needsMonth
  return (
    <Card>
      <chakra.div position="relative" aspectRatio="16 / 9" borderRadius="m" overflow="hidden" bg="sunken" mb={2.5}>
        {thumbnail && (
          <Picture
            src={thumbnail}
            sizes="(min-width: 480px) 340px, 100vw"
            w="100%"
            h="100%"
            {...(isLocked && { opacity: 0.72 })}
          />
        )}
        {type !== 'news' && (
          <Over left={2} bottom={2}>
            <PlayIcon size={13} />
            {words.types[type]}
          </Over>
        )}
        {isLocked && (
          <Over right={2} top={2} w="30px" minH="30px" px={0} justifyContent="center">
            <LockIcon size={15} />
          </Over>
        )}
      </chakra.div>
      <chakra.h3
        as={level === 2 ? 'h2' : 'h3'}
        lang={languageOf(name)}
        fontSize="1rem"
        lineHeight="1.5"
        overflowWrap="anywhere"
      >
        <Link href={routes.fanContent({ brandSlug, planContentId })}>{name}</Link>
      </chakra.h3>
      <chakra.p fontSize="0.8125rem" color="muted" mt={1}>
        <When publishedAt={content.publishedAt} live={content.type === 'streaming' ? content.details : null} />
        {month && <> · {words.month(month)}</>}
        {length && <> · {length}</>}
      </chakra.p>
      {isLocked && preview && (
        <chakra.p lang={languageOf(preview)} fontSize="0.8125rem" mt={1} lineClamp={2} overflowWrap="anywhere">
          {preview}
        </chakra.p>
      )}
      <chakra.div
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        gap={3}
        mt={1.5}
        fontSize="0.8125rem"
        color="muted"
      >
        <Badge tone={isLocked ? 'plain' : 'ok'}>
          {opensAt === null
            ? words.statuses[opensByJoining ? 'requiredPurchasePlan' : status]
            : words.opensAt(dateText(opensAt, locale, { short: true }))}
        </Badge>
        {content.type === 'streaming' ? (
          content.details.eventState && <Badge tone="warn">{words.eventStates[content.details.eventState]}</Badge>
        ) : (
          <>
            <Count>
              <HeartIcon size={15} />
              <span>
                <chakra.span srOnly>{words.love} </chakra.span>
                {grouped(content.countOfLoves)}
              </span>
            </Count>
            <Count>
              <CommentIcon size={15} />
              <span>
                <chakra.span srOnly>{words.comments('')}</chakra.span>
                {grouped(content.countOfComments)}
              </span>
            </Count>
          </>
        )}
      </chakra.div>
      {isLocked && opensAt === null && first && status !== 'unavailable' && (
        <chakra.p fontSize="0.8125rem" color="muted" mt={1}>
          {status === 'requiredPurchaseBackNumber' && month
            ? words.opensMonth(month)
            : words.opens(others.length > 0 ? words.orMore(first.name, others.length) : first.name, month)}
        </chakra.p>
      )}
    </Card>
  )
}
