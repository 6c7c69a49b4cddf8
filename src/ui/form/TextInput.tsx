import { chakra } from '@chakra-ui/react'
import type { ComponentProps } from 'react'
import { ChevronDownIcon } from '../look/icons'
import { useFieldControl } from './Field'
import { inputRecipe } from './input'

const Input = chakra('input', inputRecipe)
const Area = chakra('textarea', inputRecipe)
const List = chakra('select', inputRecipe)

/** Inputs take `register('name')` of react-hook-form, or value and onChange. */
export const TextInput = (props: ComponentProps<typeof Input>) => (
  <Input type="text" {...useFieldControl()} {...props} />
)

/** Grows with its text. */
export const TextArea = ({ rows = 4, ...rest }: ComponentProps<typeof Area>) => (
  <Area
    rows={rows}
    h="auto"
    minH={`${rows * 1.6 + 1.4}em`}
    maxH="60dvh"
    py={2}
    resize="vertical"
    fieldSizing="content"
    {...useFieldControl()}
    {...rest}
  />
)

type SelectProps = ComponentProps<typeof List> & {
  options: readonly { value: string; label: string; disabled?: boolean }[]
}

export const Select = ({ options, ...rest }: SelectProps) => (
  <chakra.span position="relative" display="block" w={rest.w ?? '100%'}>
    <List appearance="none" pr={9} cursor="pointer" {...useFieldControl()} {...rest} w="100%">
      {options.map(({ value, label, disabled }) => (
        <option key={value} value={value} disabled={disabled}>
          {label}
        </option>
      ))}
    </List>
    <chakra.span
      position="absolute"
      right={3}
      top="50%"
      transform="translateY(-50%)"
      color="muted"
      pointerEvents="none"
    >
      <ChevronDownIcon size={15} />
    </chakra.span>
  </chakra.span>
)
