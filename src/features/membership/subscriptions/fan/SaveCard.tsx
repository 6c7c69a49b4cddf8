import { useLocale } from '#client/words.tsx'
import { accentOf } from '#kit/color.ts'
import { SavePicture } from '#ui/fan/SavePicture.tsx'
import { dateText } from '#ui/text/DateText.tsx'
import type { UserPlan } from '../contract'
import { shownNumber } from './cardAtHand'
import { useFanSubscriptionWords } from './words'

/** The member's card (MemberCard.tsx) as a picture. */
export const SaveCard = ({ plan, holder }: { plan: UserPlan; holder: string }) => {
  const words = useFanSubscriptionWords()
  const locale = useLocale()
  const { brand, name, months } = plan
  const { accent, onAccent } = accentOf(brand.accentColor).light
  return (
    <SavePicture
      fileName={`${brand.slug}-member-card.png`}
      text={words.savePicture}
      label={name}
      content={() => ({
        accent,
        ink: onAccent,
        icon: { src: brand.icon, name: brand.name },
        title: brand.name,
        subtitle: [name, holder].filter((text) => text !== '').join(' · '),
        facts: [
          [words.number, shownNumber(plan.memberNumber) || words.notYet],
          [words.months, words.monthsOf(months)],
        ],
        note: words.asOf(dateText(Date.now(), locale)),
      })}
    />
  )
}
