import { chakra } from '@chakra-ui/react'
import { useLocale } from '#client/words.tsx'
import { usePortalWords } from '../portalWords'
import { dateText, tokyoOffset } from '../text/DateText'
import { Field } from './Field'
import { TextInput } from './TextInput'

const toInput = (at: number) => new Date(at + tokyoOffset).toISOString().slice(0, 16)
/** Half a date is none; `Date.parse` would make the year 2000 of nothing. */
const fromInput = (text: string): number | null => {
  const at = /^\d{4,6}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? Date.parse(`${text}:00Z`) : Number.NaN
  return Number.isNaN(at) ? null : at - tokyoOffset
}

type DateTimeFieldProps = {
  label: string
  /** Epoch milliseconds; null while nothing is chosen. */
  value: number | null
  onChange: (value: number | null) => void
  onBlur?: () => void
  name?: string
  min?: number
  max?: number
  /** Null where a field before it has said that it is the time in Japan. */
  hint?: string | null
  error?: string
  required?: boolean
  optional?: boolean
  disabled?: boolean
}

/** A time in Japan, whatever the time zone of the user's machine. */
export const DateTimeField = (props: DateTimeFieldProps) => {
  const { value, onChange, min, max, label, hint, error, required, optional, ...input } = props
  const words = usePortalWords()
  const locale = useLocale()
  return (
    <Field
      label={label}
      hint={hint === undefined ? words.dateTimeHint : hint}
      error={error}
      required={required}
      optional={optional}
    >
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap={3} rowGap={1}>
        <TextInput
          {...input}
          type="datetime-local"
          maxW="230px"
          value={value === null ? '' : toInput(value)}
          min={min === undefined ? undefined : toInput(min)}
          max={max === undefined ? undefined : toInput(max)}
          onChange={(event) => {
            const at = fromInput(event.currentTarget.value)
            // The input has minutes only: the minute that contains the earliest time stands for that time.
            onChange(at !== null && min !== undefined && toInput(min) === toInput(at) ? min : at)
          }}
        />
        {value !== null && (
          <chakra.span fontSize="sm" color="muted" fontVariantNumeric="tabular-nums">
            {dateText(value, locale, { hour: true })}
          </chakra.span>
        )}
      </chakra.div>
    </Field>
  )
}
