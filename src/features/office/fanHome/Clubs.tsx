import { chakra } from '@chakra-ui/react'
import { routes } from '#client/routes.ts'
import type { ResultOf } from '#kit/contract.ts'
import type { UserPlan } from '#membership/subscriptions/contract.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Link } from '#ui/Link.tsx'
import type { fanHome } from './contract'
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
export const Clubs = ({ clubs, plans }: { clubs: readonly Club[]; plans: readonly UserPlan[] }) => {
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
        {clubs.map((club) => (
          <OneClub key={club.brandId} club={club} plans={plans.filter(({ brand }) => brand.id === club.brandId)} />
        ))}
      </chakra.ul>
    </chakra.section>
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
          <chakra.p fontSize="sm" color="muted" overflowWrap="anywhere">
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
