import { chakra } from '@chakra-ui/react'

/** Label with a frame around one choice; the selected one is highlighted. */
export const FramedChoice = chakra('label', {
  base: {
    display: 'flex',
    gap: 3,
    alignItems: 'flex-start',
    px: 4,
    py: 3,
    borderWidth: '1px',
    borderColor: 'borderStrong',
    borderRadius: 'm',
    cursor: 'pointer',
    '&:has(:checked)': { borderColor: 'var(--brand)', bg: 'var(--brand-subtle)' },
  },
})

type WaysToPayProps<Way extends string> = {
  /** Of the group of choices. */
  name?: string
  ways: readonly { way: Way; label: string; note: string; testId: string }[]
  chosen: Way
  onChoose: (way: Way) => void
}

export const WaysToPay = <Way extends string>({ name = 'method', ways, chosen, onChoose }: WaysToPayProps<Way>) =>
  ways.map(({ way, label, note, testId }) => (
    <FramedChoice key={way}>
      <chakra.input
        type="radio"
        name={name}
        value={way}
        checked={chosen === way}
        onChange={() => onChoose(way)}
        accentColor="var(--brand)"
        mt="5px"
        data-testid={testId}
      />
      <span>
        <chakra.span display="block" fontWeight="semibold" fontSize="0.9375rem">
          {label}
        </chakra.span>
        <chakra.span display="block" fontSize="sm" color="muted">
          {note}
        </chakra.span>
      </span>
    </FramedChoice>
  ))
