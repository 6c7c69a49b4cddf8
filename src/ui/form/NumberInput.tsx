import { chakra } from '@chakra-ui/react'
import { type ReactNode, type Ref, useState } from 'react'
import { grouped } from '#kit/number.ts'
import { TextInput } from './TextInput'

type NumberInputProps = {
  /** Null while nothing is written. Not a whole number: what was written, as NaN. */
  value: number | null
  onChange: (value: number | null) => void
  onBlur?: () => void
  name?: string
  ref?: Ref<HTMLInputElement>
  before?: ReactNode
  after?: ReactNode
  disabled?: boolean
  readOnly?: boolean
  width?: string
  /** Label, and whether it is wrong, where no Field says so. */
  label?: string
  'aria-invalid'?: true
}

const shown = (value: number | null) => (value === null || Number.isNaN(value) ? '' : grouped(value))

/** Full-width digits, commas, yen signs and spaces are what people paste; the rest is for the rules to refuse. */
const parsed = (text: string): number | null => {
  const plain = text.normalize('NFKC').replace(/[,\s¥円]/g, '')
  return plain === '' ? null : /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN
}

/** The space that a unit takes at the end: Japanese letters are twice as wide. */
const roomFor = (unit: ReactNode) =>
  typeof unit === 'string' ? `calc(${[...unit].reduce((sum, one) => sum + (one > 'ÿ' ? 2 : 1), 0)}ch + 24px)` : 10

/** For Controller: `<Controller name="quantity" render={({ field }) => <NumberInput {...field} />} />` */
export const NumberInput = (props: NumberInputProps) => {
  const { value, onChange, onBlur, before, after, width = '200px', label, ...rest } = props
  // The text as typed is shown while the input has the focus; commas are added on blur.
  const [draft, setDraft] = useState<string | null>(null)
  return (
    <chakra.span position="relative" display="block" style={{ width, maxWidth: '100%' }}>
      {before && (
        <chakra.span
          position="absolute"
          left={3}
          top="50%"
          transform="translateY(-50%)"
          color="muted"
          pointerEvents="none"
        >
          {before}
        </chakra.span>
      )}
      <TextInput
        {...rest}
        {...(label && { 'aria-label': label })}
        inputMode="numeric"
        autoComplete="off"
        textAlign="end"
        fontVariantNumeric="tabular-nums"
        pl={before ? 8 : 3}
        pr={after ? roomFor(after) : 3}
        // A value that changed elsewhere (a discard, a reload) replaces the typed text.
        value={draft !== null && Object.is(parsed(draft), value) ? draft : shown(value)}
        onChange={(event) => {
          setDraft(event.currentTarget.value)
          onChange(parsed(event.currentTarget.value))
        }}
        onBlur={() => {
          if (!Number.isNaN(value)) setDraft(null)
          onBlur?.()
        }}
      />
      {after && (
        <chakra.span
          position="absolute"
          right={3}
          top="50%"
          transform="translateY(-50%)"
          color="muted"
          pointerEvents="none"
        >
          {after}
        </chakra.span>
      )}
    </chakra.span>
  )
}

export const YenInput = (props: Omit<NumberInputProps, 'before' | 'after'>) => <NumberInput before="¥" {...props} />
