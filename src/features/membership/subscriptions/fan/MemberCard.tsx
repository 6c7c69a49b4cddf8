import { chakra } from '@chakra-ui/react'
import { routes } from '#client/routes.ts'
import { accentOf } from '#kit/color.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Link } from '#ui/Link.tsx'
import { languageOf } from '#ui/text/languageOf.ts'
import type { UserPlan } from '../contract'
import { shownNumber } from './cardAtHand'
import { useFanSubscriptionWords } from './words'

/** In the brand's colour; toward its end it goes away from what is written on it, which stays as readable. */
const cardLook = (chosen: string) => {
  const { accent, onAccent } = accentOf(chosen).light
  const end = onAccent === '#ffffff' ? 'black' : 'white'
  return {
    color: onAccent,
    background: `linear-gradient(135deg, ${accent}, color-mix(in srgb, ${accent} 82%, ${end}))`,
  }
}

/** The member's card, as one shows it: brand, number, how long, and whose it is where that is known. */
export const MemberCard = ({ plan, holder = '' }: { plan: UserPlan; holder?: string }) => {
  const words = useFanSubscriptionWords()
  const facts = [
    [words.number, shownNumber(plan.memberNumber) || words.notYet],
    [words.months, words.monthsOf(plan.months)],
  ] as const
  return (
    <chakra.section
      aria-label={words.nameOf(words.card, plan.name)}
      borderRadius="l"
      p={5}
      style={cardLook(plan.brand.accentColor)}
      display="grid"
      gap={5}
      minH="150px"
      alignContent="space-between"
      data-testid="member-card"
    >
      <chakra.div display="flex" alignItems="center" gap={3}>
        <Link href={routes.fanBrand({ brandSlug: plan.brand.slug })} tabIndex={-1} aria-hidden>
          <Avatar name={plan.brand.name} src={plan.brand.icon} size={40} />
        </Link>
        <chakra.div minW="0">
          <chakra.p
            fontWeight="bold"
            lineHeight="1.4"
            overflowWrap="anywhere"
            css={{ '& a:hover': { textDecoration: 'underline' } }}
          >
            <Link href={routes.fanBrand({ brandSlug: plan.brand.slug })}>{plan.brand.name}</Link>
          </chakra.p>
          <chakra.p fontSize="sm" overflowWrap="anywhere">
            <span lang={languageOf(plan.name)}>{plan.name}</span>
            {holder && ` · ${holder}`}
          </chakra.p>
        </chakra.div>
      </chakra.div>
      <chakra.dl display="flex" flexWrap="wrap" columnGap={8} rowGap={2}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <chakra.dt fontSize="xs">{label}</chakra.dt>
            <chakra.dd fontSize="lg" fontWeight="bold" fontVariantNumeric="tabular-nums" lineHeight="1.3">
              {value}
            </chakra.dd>
          </div>
        ))}
      </chakra.dl>
    </chakra.section>
  )
}
