import { chakra } from '@chakra-ui/react'
import { createContext, type ReactNode, use, useEffect, useId } from 'react'
import { AlertIcon } from '../look/icons'
import { useUiWords } from '../words'

type FieldControl = { id?: string; 'aria-describedby'?: string; 'aria-invalid'?: true; 'aria-required'?: true }

const Control = createContext<FieldControl>({})

/** Brings what a link to `#anchor` named into view, with its first control focused. */
export const showAnchored = (anchor: string) => {
  const field = document.getElementById(anchor)
  field?.scrollIntoView({ block: 'center' })
  field?.querySelector<HTMLElement>('input:not([hidden]), textarea, select, button')?.focus({ preventScroll: true })
}

/** Props of the input inside a Field; every input of this folder takes them from the context. */
export const useFieldControl = () => use(Control)

const Label = chakra('label', { base: { fontSize: '0.875rem', fontWeight: 'semibold', lineHeight: 1.5 } })
const Mark = chakra('span', {
  base: { ml: 2, fontSize: '0.75rem', fontWeight: 'semibold', verticalAlign: '1px' },
  variants: { required: { true: { color: 'bad' }, false: { color: 'faint', fontWeight: 'medium' } } },
})

type FieldProps = {
  label: string
  hint?: ReactNode
  /** Error text that explains how to fix it. */
  error?: string
  /** A text gives the condition: "required for publishing". Only `true` is announced to screen readers as required. */
  required?: boolean | string
  /** Says "optional" where most fields of a form are required. */
  optional?: boolean
  /** With `value`: counts characters as people do, an emoji being one or a few, never its bytes. */
  max?: number
  value?: string
  /** For inputs made of several controls, as a picture or a group of choices. */
  group?: boolean
  /** A name for the address: a link that ends in `#name` shows and focuses this field. */
  anchor?: string
  children: ReactNode
}

export const Field = ({
  label,
  hint,
  error,
  required,
  optional,
  max,
  value = '',
  group,
  anchor,
  children,
}: FieldProps) => {
  useEffect(() => {
    if (anchor && window.location.hash === `#${anchor}`) showAnchored(anchor)
  }, [anchor])
  const words = useUiWords()
  const id = useId()
  const used = [...value].length
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  const control: FieldControl = {
    id,
    'aria-describedby': described,
    'aria-invalid': error ? true : undefined,
    'aria-required': required === true ? true : undefined,
  }
  const mark = typeof required === 'string' ? required : required ? words.required : optional ? words.optional : null
  const named = (
    <>
      {label}
      {mark && <Mark required={required === true}>{mark}</Mark>}
    </>
  )
  return (
    <chakra.div
      display="grid"
      gap={1.5}
      minW="0"
      id={anchor}
      scrollMarginTop="80px"
      data-invalid={group && error ? true : undefined}
      {...(group ? { role: 'group', 'aria-labelledby': `${id}-label`, 'aria-describedby': described } : {})}
    >
      <chakra.div display="flex" flexWrap="wrap" alignItems="baseline" justifyContent="space-between" columnGap={3}>
        {group ? (
          <Label as="span" id={`${id}-label`}>
            {named}
          </Label>
        ) : (
          <Label htmlFor={id}>{named}</Label>
        )}
        {max !== undefined && (
          <chakra.span
            fontSize="xs"
            color={used > max ? 'bad' : 'faint'}
            fontWeight={used > max ? 'semibold' : 'normal'}
            fontVariantNumeric="tabular-nums"
            ml="auto"
          >
            {used > max ? words.charactersOver(used - max) : words.characters(used, max)}
          </chakra.span>
        )}
      </chakra.div>
      {hint && (
        <chakra.p id={`${id}-hint`} fontSize="sm" color="muted" lineHeight="1.55" mt={-1}>
          {hint}
        </chakra.p>
      )}
      <Control value={control}>{children}</Control>
      {error && (
        <chakra.p
          id={`${id}-error`}
          role="alert"
          fontSize="sm"
          fontWeight="medium"
          color="bad"
          display="flex"
          alignItems="flex-start"
          gap={1.5}
          lineHeight="1.5"
        >
          <chakra.span mt="2px">
            <AlertIcon size={15} />
          </chakra.span>
          {error}
        </chakra.p>
      )}
    </chakra.div>
  )
}

/** Fields under each other. */
export const Fields = chakra('div', { base: { display: 'grid', gap: 5 } })
