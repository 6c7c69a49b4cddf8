import { chakra } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { CheckIcon } from '../look/icons'
import { usePortalWords } from '../portalWords'
import { Field } from './Field'
import { TextInput } from './TextInput'

const swatches = ['#5a3fd1', '#2f6f8f', '#1f7a5c', '#ffe14d', '#e8722c', '#d6336c', '#7a4a2b', '#1f1c19'] as const

const Swatch = chakra('button', {
  base: {
    display: 'grid',
    placeItems: 'center',
    w: '36px',
    h: '36px',
    borderRadius: 'full',
    borderWidth: '1px',
    borderColor: 'borderControl',
    cursor: 'pointer',
    '&:disabled': { cursor: 'not-allowed' },
  },
})

type ColorFieldProps = {
  label: string
  hint?: string
  error?: string | undefined
  /** `#rrggbb` in lower case. */
  value: string
  onChange: (value: string) => void
  /** The colour in which a mark can be seen on this one. */
  inkOn: (colour: string) => string
}

/** A few colours to choose from, the browser's own picker, and the value itself for those who know theirs. */
export const ColorField = ({ label, hint, error, value, onChange, inkOn }: ColorFieldProps) => {
  const words = usePortalWords()
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const write = (text: string) => {
    setTyped(text)
    const digits = /^#?([0-9a-f]{6})$/i.exec(text.normalize('NFKC').trim())?.[1]
    if (digits) onChange(`#${digits.toLowerCase()}`)
  }
  return (
    <Field group label={label} hint={hint} error={error}>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={2}>
        {swatches.map((colour) => (
          <Swatch
            key={colour}
            type="button"
            aria-label={words.colour(colour)}
            aria-pressed={colour === value}
            style={{ background: colour, color: inkOn(colour) }}
            onClick={() => onChange(colour)}
          >
            {colour === value && <CheckIcon size={18} />}
          </Swatch>
        ))}
        <chakra.span display="inline-flex" alignItems="center" gap={2}>
          <TextInput
            type="color"
            aria-label={words.colourPicker}
            w="48px"
            p={1}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          <TextInput
            aria-label={words.colourValue}
            w="120px"
            spellCheck={false}
            autoComplete="off"
            fontFamily="ui-monospace, monospace"
            value={typed}
            onChange={(event) => write(event.currentTarget.value)}
            onBlur={() => setTyped(value)}
          />
        </chakra.span>
      </chakra.div>
    </Field>
  )
}
