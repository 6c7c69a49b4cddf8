import { chakra } from '@chakra-ui/react'
import { type ComponentProps, type ReactNode, useId } from 'react'

const Box = chakra('input', {
  base: {
    appearance: 'none',
    flex: 'none',
    position: 'relative',
    w: '40px',
    h: '24px',
    mt: '1px',
    borderRadius: 'full',
    bg: 'borderControl',
    cursor: 'pointer',
    transition: 'background .14s',
    _before: {
      content: '""',
      position: 'absolute',
      top: '3px',
      left: '3px',
      w: '18px',
      h: '18px',
      borderRadius: 'full',
      bg: 'surface',
      transition: 'transform .14s',
    },
    _checked: { bg: 'accent', _before: { transform: 'translateX(16px)' } },
    '&:disabled': { opacity: 0.5, cursor: 'not-allowed' },
    '&:focus-visible': { outline: 'none', boxShadow: 'ring' },
  },
})

type SwitchProps = Omit<ComponentProps<typeof Box>, 'children'> & { label: string; hint?: ReactNode }

/** On or off, applied at once or saved with the form. Takes `register('name')`. */
export const Switch = ({ label, hint, ...rest }: SwitchProps) => {
  const id = useId()
  return (
    <chakra.label htmlFor={id} display="flex" alignItems="flex-start" gap={3} cursor="pointer">
      <Box id={id} type="checkbox" role="switch" aria-describedby={hint ? `${id}-hint` : undefined} {...rest} />
      <span>
        <chakra.span display="block" fontSize="0.875rem" fontWeight="semibold" lineHeight="26px">
          {label}
        </chakra.span>
        {hint && (
          <chakra.span id={`${id}-hint`} display="block" fontSize="sm" color="muted" lineHeight="1.55">
            {hint}
          </chakra.span>
        )}
      </span>
    </chakra.label>
  )
}

const Tick = chakra('input', {
  base: {
    flex: 'none',
    w: '18px',
    h: '18px',
    mt: '4px',
    accentColor: 'var(--ui-colors-accent)',
    cursor: 'pointer',
    '&:focus-visible': { outline: '2px solid var(--ui-colors-accent)', outlineOffset: '2px' },
  },
})

type ChoiceProps = Omit<ComponentProps<typeof Tick>, 'children'> & {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
}

const Choice = ({ label, hint, error, ...rest }: ChoiceProps) => {
  const id = useId()
  return (
    <chakra.label htmlFor={id} display="flex" alignItems="flex-start" gap={2.5} cursor="pointer" fontSize="0.875rem">
      <Tick
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        {...rest}
      />
      <span>
        {label}
        {hint && (
          <chakra.span display="block" fontSize="sm" color="muted">
            {hint}
          </chakra.span>
        )}
        {error && (
          <chakra.span id={`${id}-error`} role="alert" display="block" fontSize="sm" fontWeight="medium" color="bad">
            {error}
          </chakra.span>
        )}
      </span>
    </chakra.label>
  )
}

export const Checkbox = (props: Omit<ChoiceProps, 'type'>) => <Choice type="checkbox" {...props} />
export const Radio = (props: Omit<ChoiceProps, 'type'>) => <Choice type="radio" {...props} />
