import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Link } from '../Link'
import { CheckIcon } from '../look/icons'
import { Picture } from '../Picture'
import { languageOf } from '../text/languageOf'
import { yenText } from '../text/MoneyText'
import { useFanWords } from './words'

export const CardGrid = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'repeat(auto-fill, minmax(280px, 1fr))' },
    gap: 4.5,
  },
})

const Frame = chakra('article', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    maxW: 'card',
    minW: 0,
    bg: 'surface',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'l',
    overflow: 'hidden',
  },
})

type PlanCardProps = {
  name: string
  /** The page of the plan. */
  href?: string
  thumbnail?: string | null
  /** Each line of the description is one promise. */
  description: string
  price: number
  interval: 'month' | 'year'
  /** Placed on the plan's picture. */
  onPicture?: ReactNode
  /** The fan's relation to the plan, beside its price. */
  mark?: ReactNode
  /** What the price means, below it. */
  note?: ReactNode
  /** The button, or the state in its place. */
  action: ReactNode
  /** Conditions of the purchase: renewal, fee, deadline. */
  fine?: ReactNode
  level?: 2 | 3
}

/** The complete price is shown before the button. */
export const PlanCard = (props: PlanCardProps) => {
  const { name, href, thumbnail, description, price, interval, onPicture, mark, note, action, fine, level = 3 } = props
  const lines = description.split('\n').filter((line) => line.trim() !== '')
  return (
    <Frame>
      <chakra.div
        position="relative"
        // Same aspect ratio as the crop in the form.
        aspectRatio="16 / 9"
        bg="linear-gradient(135deg, color-mix(in oklab, var(--brand) 72%, white), color-mix(in oklab, var(--brand) 78%, black))"
      >
        {thumbnail && (
          <Picture
            src={thumbnail}
            sizes="(min-width: 480px) 380px, 100vw"
            w="100%"
            h="100%"
            position="absolute"
            inset={0}
          />
        )}
        {onPicture}
      </chakra.div>
      <chakra.div display="flex" flexDirection="column" gap={2} flex="1" px={4.5} pt={4} pb={4.5}>
        <chakra.h3 as={level === 2 ? 'h2' : 'h3'} lang={languageOf(name)} fontSize="lg">
          {href ? <Link href={href}>{name}</Link> : name}
        </chakra.h3>
        <chakra.ul color="muted" fontSize="0.875rem" flex="1" display="grid" gap={0.5} alignContent="start">
          {lines.slice(0, 6).map((line) => (
            <chakra.li key={line} lang={languageOf(line)} display="flex" gap={2}>
              <chakra.span color="var(--brand-text)" mt="4px">
                <CheckIcon size={16} />
              </chakra.span>
              {line}
            </chakra.li>
          ))}
        </chakra.ul>
        <chakra.div
          display="flex"
          flexWrap="wrap"
          alignItems="center"
          justifyContent="space-between"
          columnGap={2}
          rowGap={1}
        >
          <Price yen={price} interval={interval} />
          {mark}
        </chakra.div>
        {note}
        {action}
        {fine && (
          <chakra.p fontSize="xs" color="muted" lineHeight="1.55">
            {fine}
          </chakra.p>
        )}
      </chakra.div>
    </Frame>
  )
}

/** ¥1,500 / month (tax included) */
export const Price = ({ yen, interval }: { yen: number; interval: 'month' | 'year' }) => {
  const words = useFanWords()
  return (
    <chakra.p fontSize="2xl" fontWeight="bold" lineHeight="1.35" fontVariantNumeric="tabular-nums">
      {yenText(yen)}{' '}
      <chakra.span fontSize="sm" fontWeight="medium" color="muted">
        {words.per(interval)}
      </chakra.span>
    </chakra.p>
  )
}
