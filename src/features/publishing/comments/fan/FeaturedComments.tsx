import { chakra } from '@chakra-ui/react'
import { routes } from '#client/routes.ts'
import type { ResultOf } from '#kit/contract.ts'
import { Link } from '#ui/Link.tsx'
import { DateText } from '#ui/text/DateText.tsx'
import { languageOf } from '#ui/text/languageOf.ts'
import type { comments } from '../contract'

export type FeaturedComment = ResultOf<(typeof comments)['getFeaturedComments']>['comments'][number]

/** Comments that the club has chosen: as each shows itself under its content, to which it leads. */
export const FeaturedComments = ({
  brandSlug,
  list,
  noName,
}: {
  brandSlug: string
  list: readonly FeaturedComment[]
  /** For whom has no name. */
  noName: string
}) => (
  <chakra.ul
    display="grid"
    gap={3}
    gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}
    data-testid="featured-comments"
  >
    {list.map(({ id, content, commentedBy, commentedAt, planContent }) => (
      <chakra.li
        key={id}
        display="grid"
        alignContent="start"
        gap={2}
        p={4}
        borderWidth="1px"
        borderColor="border"
        borderRadius="l"
      >
        <chakra.p lang={languageOf(content)} whiteSpace="pre-line" overflowWrap="anywhere" lineClamp={6}>
          {content}
        </chakra.p>
        <chakra.p fontSize="sm" color="muted" overflowWrap="anywhere">
          {commentedBy.displayName || noName} · <DateText at={commentedAt} short />
        </chakra.p>
        <chakra.p fontSize="sm" color="var(--brand-text)" fontWeight="semibold" overflowWrap="anywhere">
          <Link href={routes.fanContent({ brandSlug, planContentId: planContent.planContentId })}>
            <span lang={languageOf(planContent.name)}>{planContent.name}</span>
          </Link>
        </chakra.p>
      </chakra.li>
    ))}
  </chakra.ul>
)
