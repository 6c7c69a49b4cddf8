import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import type { Tone } from '../Badge'
import { CheckIcon } from '../look/icons'
import { usePortalWords } from '../portalWords'

const Dot = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    w: '28px',
    h: '28px',
    flex: 'none',
    borderRadius: 'full',
    fontSize: '0.8125rem',
    fontWeight: 'bold',
    borderWidth: '1.5px',
  },
  variants: {
    state: {
      done: { bg: 'accentSubtle', color: 'accentText', borderColor: 'accentSubtle' },
      now: { bg: 'accent', color: 'onAccent', borderColor: 'accent' },
      later: { bg: 'surface', color: 'muted', borderColor: 'borderStrong' },
    },
  },
})

/** `current` counts from 0. On a phone only the current step is named. */
export const Stepper = ({ steps, current }: { steps: readonly string[]; current: number }) => {
  const words = usePortalWords()
  return (
    <chakra.ol
      display="flex"
      gap={{ base: 2, md: 3 }}
      mb={6}
      alignItems="center"
      aria-label={words.stepOf(current + 1, steps.length)}
    >
      {steps.map((step, i) => {
        const state = i < current ? 'done' : i === current ? 'now' : 'later'
        return (
          <chakra.li
            key={step}
            display="flex"
            alignItems="center"
            gap={2}
            flex={i < steps.length - 1 ? '1' : 'none'}
            minW="0"
            aria-current={state === 'now' ? 'step' : undefined}
          >
            <Dot state={state}>{state === 'done' ? <CheckIcon size={15} /> : i + 1}</Dot>
            <chakra.span
              fontSize="0.875rem"
              whiteSpace="nowrap"
              fontWeight={state === 'now' ? 'bold' : 'medium'}
              color={state === 'now' ? 'text' : 'muted'}
              display={{ base: state === 'now' ? 'inline' : 'none', md: 'inline' }}
            >
              {step}
              {state === 'done' && <chakra.span srOnly>{words.stepDone}</chakra.span>}
            </chakra.span>
            {i < steps.length - 1 && <chakra.span flex="1" minW="12px" h="1px" bg="borderStrong" aria-hidden />}
          </chakra.li>
        )
      })}
    </chakra.ol>
  )
}

export type TimelineItem = { key: string; title: ReactNode; at?: ReactNode; body?: ReactNode; tone?: Tone }

const ink = { ok: 'ok', warn: 'warn', bad: 'bad', info: 'info', plain: 'borderControl' } as const

export const Timeline = ({ items }: { items: readonly TimelineItem[] }) => (
  <chakra.ol>
    {items.map(({ key, title, at, body, tone = 'plain' }, i) => (
      <chakra.li key={key} display="grid" gridTemplateColumns="14px minmax(0, 1fr)" columnGap={3.5}>
        <chakra.span aria-hidden position="relative" display="flex" justifyContent="center">
          {i < items.length - 1 && (
            <chakra.span position="absolute" top="18px" bottom="-6px" w="1.5px" bg="border" borderRadius="full" />
          )}
          <chakra.span w="10px" h="10px" mt="7px" borderRadius="full" bg={ink[tone]} />
        </chakra.span>
        <chakra.div pb={i < items.length - 1 ? 5 : 0}>
          <chakra.div display="flex" flexWrap="wrap" columnGap={3} alignItems="baseline">
            <chakra.span fontWeight="semibold" fontSize="0.875rem">
              {title}
            </chakra.span>
            {at && (
              <chakra.span color="muted" fontSize="xs">
                {at}
              </chakra.span>
            )}
          </chakra.div>
          {body && (
            <chakra.div fontSize="0.875rem" color="muted" mt={0.5} whiteSpace="pre-wrap">
              {body}
            </chakra.div>
          )}
        </chakra.div>
      </chakra.li>
    ))}
  </chakra.ol>
)
