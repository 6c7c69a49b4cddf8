import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Field } from './Field'
import { Checkbox } from './Switch'

type ChoicesProps<Value extends string> = {
  label: string
  options: readonly { value: Value; label: string; hint?: string | undefined }[]
  chosen: readonly Value[]
  onChange: (chosen: Value[]) => void
  error?: string | undefined
  /** Shown when there are no options. */
  none?: ReactNode
  /** In columns, for short labels. */
  columns?: boolean
}

/** Multiple choice, with a checkbox for each option. */
export const Choices = <Value extends string>(props: ChoicesProps<Value>) => {
  const { label, options, chosen, onChange, error, none, columns = false } = props
  return (
    <Field group label={label} error={error}>
      {options.length === 0 && none}
      <Boxes columns={columns}>
        {options.map(({ value, label, hint }) => (
          <Checkbox
            key={value}
            label={label}
            hint={hint}
            checked={chosen.includes(value)}
            onChange={(event) =>
              onChange(event.currentTarget.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
            }
          />
        ))}
      </Boxes>
    </Field>
  )
}

const Boxes = ({ columns, children }: { columns: boolean; children: ReactNode }) =>
  columns ? (
    <chakra.div display="grid" gridTemplateColumns="repeat(auto-fill, minmax(130px, 1fr))" columnGap={3} rowGap={2}>
      {children}
    </chakra.div>
  ) : (
    children
  )
