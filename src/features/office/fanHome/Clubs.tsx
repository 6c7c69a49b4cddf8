import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { routes } from '#client/routes.ts'
import { useRead } from '#client/useOperation.ts'
import type { ResultOf } from '#kit/contract.ts'
import type { UserPlan } from '#membership/subscriptions/contract.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { Link } from '#ui/Link.tsx'
import { fanHome } from './contract'
import { useFanHomeWords } from './words'

export type HomeOfFan = ResultOf<(typeof fanHome)['getMyHome']>
type Club = HomeOfFan['clubs'][number]

// The whole card leads to the club; its link is the name.
const ClubCard = chakra('li', {
  base: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: 3,
    minW: 0,
    px: 4,
    py: 3.5,
    bg: 'surface',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'l',
    boxShadow: 'card',
    _hover: { borderColor: 'borderStrong' },
    '& a::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 'l' },
  },
})

/** A fan's clubs, each with its plans and number, and what is new there. */
export const Clubs = ({
  clubs,
  hasMore,
  plans,
}: {
  clubs: readonly Club[]
  hasMore: boolean
  plans: readonly UserPlan[]
}) => {
  const words = useFanHomeWords()
  return (
    <chakra.section aria-labelledby="clubs">
      <chakra.h2 id="clubs" fontSize="1rem" mb={3}>
        {words.clubs}
      </chakra.h2>
      <chakra.ul
        display="grid"
        gap={3}
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(auto-fill, minmax(min(300px, 100%), 1fr))' }}
        data-testid="my-clubs"
      >
        <SomeClubs clubs={clubs} plans={plans} />
        {hasMore && <MoreClubs offset={clubs.length} plans={plans} />}
      </chakra.ul>
    </chakra.section>
  )
}

const SomeClubs = ({ clubs, plans }: { clubs: readonly Club[]; plans: readonly UserPlan[] }) =>
  clubs.map((club) => (
    <OneClub key={club.brandId} club={club} plans={plans.filter(({ brand }) => brand.id === club.brandId)} />
  ))

/** The clubs from there on, once they are asked for. */
const MoreClubs = ({ offset, plans }: { offset: number; plans: readonly UserPlan[] }) => {
  const words = useFanHomeWords()
  const [isAsked, setAsked] = useState(false)
  const { data, failed } = useRead(fanHome.getMyClubs, isAsked ? { offset } : null)
  if (data)
    return (
      <>
        <SomeClubs clubs={data.clubs} plans={plans} />
        {data.hasMore && <MoreClubs offset={offset + data.clubs.length} plans={plans} />}
      </>
    )
  return (
    <chakra.li gridColumn="1 / -1" textAlign="center">
      {failed ? (
        <FailedState {...failed} />
      ) : (
        <Button busy={isAsked} onClick={() => setAsked(true)}>
          {words.moreClubs}
        </Button>
      )}
    </chakra.li>
  )
}

const OneClub = ({ club, plans }: { club: Club; plans: readonly UserPlan[] }) => {
  const words = useFanHomeWords()
  return (
    <ClubCard style={{ borderInlineStart: `4px solid ${club.accentColor}` }}>
      <Avatar name={club.name} src={club.icon} size={44} shape="square" />
      <chakra.div flex="1" minW="0">
        <chakra.h3 fontSize="0.9375rem" lineHeight="1.4" overflowWrap="anywhere">
          <Link href={routes.fanBrand({ brandSlug: club.slug })}>{club.name}</Link>
        </chakra.h3>
        {(plans.length > 0 || !club.isMember) && (
          <chakra.p fontSize="sm" color="muted" overflowWrap="anywhere" wordBreak="auto-phrase">
            {plans.length > 0 ? words.planList(plans.map(({ name }) => name)) : words.noMember}
          </chakra.p>
        )}
        {club.isMember && club.memberNumber !== null && (
          <chakra.p fontSize="xs" color="muted" fontVariantNumeric="tabular-nums">
            {words.number(club.memberNumber)}
          </chakra.p>
        )}
        {(club.isLive || club.newCount > 0) && (
          <chakra.div display="flex" flexWrap="wrap" gap={1} mt={1}>
            {club.isLive && <Badge tone="bad">{words.onAir}</Badge>}
            {club.newCount > 0 && <Badge tone="info">{words.isNew(club.newCount)}</Badge>}
          </chakra.div>
        )}
      </chakra.div>
    </ClubCard>
  )
}
