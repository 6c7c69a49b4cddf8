import { chakra } from '@chakra-ui/react'
import { useLocale } from '#client/words.tsx'
import { Badge, type Tone } from '#ui/Badge.tsx'
import { Notice } from '#ui/Card.tsx'
import { dateText, hoursText } from '#ui/text/DateText.tsx'
import { saleOfFan } from '../../eventGoods/windows'
import type { ShownWindow } from '../contract'
import { MemberPlans } from './MemberPlans'
import { useFanGoodsWords } from './words'

type Props = { windows: readonly ShownWindow[]; planHref: (planId: string) => string }

/** What the windows mean for this reader: until when or from when they may buy, or who may. */
export const SaleNotice = ({ windows }: Pick<Props, 'windows'>) => {
  const words = useFanGoodsWords()
  const locale = useLocale()
  const at = (moment: number) => dateText(moment, locale, { hour: true })
  const { open, next } = saleOfFan(windows)
  if (open) return <Notice tone="ok">{words.windows.openUntil(at(open.endAt))}</Notice>
  if (next) return <Notice tone="info">{words.windows.opensAt(at(next.startAt))}</Notice>
  if (windows.some(({ state }) => state !== 'over')) return <Notice tone="info">{words.windows.forOthers}</Notice>
  return <Notice tone="plain">{words.ended}</Notice>
}

const tones: Record<ShownWindow['state'], Tone> = { open: 'ok', coming: 'info', over: 'plain' }

/** All sale windows with their audience. */
export const SaleWindows = ({ windows, planHref }: Props) => {
  const { windows: words, members } = useFanGoodsWords()
  const locale = useLocale()
  return (
    <chakra.section aria-label={words.title} fontSize="0.875rem">
      <chakra.h2 fontSize="0.875rem" fontWeight="semibold" mb={1}>
        {words.title}
      </chakra.h2>
      <chakra.ul data-testid="sale-windows">
        {windows.map(({ audience, plans, startAt, endAt, state, isYours }) => (
          <chakra.li
            key={`${startAt} ${endAt} ${audience} ${plans.map(({ planId }) => planId).join(' ')}`}
            py={2.5}
            borderTopWidth="1px"
            borderColor="border"
            display="grid"
            gap={0.5}
            color={state === 'over' ? 'muted' : undefined}
          >
            <chakra.p display="flex" flexWrap="wrap" columnGap={2} rowGap={1} alignItems="center">
              <chakra.span fontWeight="semibold">{words.audiences[audience]}</chakra.span>
              <Badge tone={tones[state]}>{words.states[state]}</Badge>
              {isYours && state !== 'over' && audience !== 'public' && (
                <chakra.span fontSize="sm" color="ok">
                  {words.yours}
                </chakra.span>
              )}
            </chakra.p>
            <MemberPlans plans={plans} planHref={planHref} per={members.per} />
            <chakra.p fontVariantNumeric="tabular-nums">{hoursText(startAt, endAt, locale)}</chakra.p>
          </chakra.li>
        ))}
      </chakra.ul>
    </chakra.section>
  )
}
