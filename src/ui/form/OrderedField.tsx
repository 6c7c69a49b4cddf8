import { chakra } from '@chakra-ui/react'
import { type ReactNode, useRef } from 'react'
import { IconButton } from '../Button'
import { ChevronDownIcon, CloseIcon } from '../look/icons'
import { Field } from './Field'
import { Select } from './TextInput'

type OrderedFieldProps<Value extends string> = {
  label: string
  hint?: string | undefined
  /** In their order. */
  items: readonly { value: Value; label: string }[]
  onChange: (values: Value[]) => void
  /** Without it nothing is added or taken away. `options`: what may be added. */
  add?: { label: string; options: readonly { value: Value; label: string }[]; max: number } | undefined
  error?: string | undefined
  none?: ReactNode
  words: { up: (item: string) => string; down: (item: string) => string; remove?: (item: string) => string }
}

/** An ordered list, moved item by item by its buttons, which go with it. */
export const OrderedField = <Value extends string>(props: OrderedFieldProps<Value>) => {
  const { label, hint, items, onChange, add, error, none, words } = props
  const list = useRef<HTMLOListElement>(null)
  const values = items.map(({ value }) => value)
  const move = (from: number, to: number) => {
    const moved = values[from]
    if (moved === undefined || to < 0 || to >= values.length) return
    const rest = values.filter((_, n) => n !== from)
    onChange([...rest.slice(0, to), moved, ...rest.slice(to)])
    // Its buttons go with it: pressed again, they move the same item on, and the last place has one of them left.
    requestAnimationFrame(() => {
      const [up, down] = list.current?.children[to]?.querySelectorAll('button') ?? []
      const other = to < from ? down : up
      const same = to < from ? up : down
      ;(same?.disabled ? other : same)?.focus()
    })
  }
  return (
    <Field group label={label} hint={hint} error={error}>
      {items.length === 0 && none}
      <chakra.ol ref={list} display="grid" gap={1.5} _empty={{ display: 'none' }}>
        {items.map((item, n) => (
          <chakra.li
            key={item.value}
            display="flex"
            alignItems="center"
            gap={1}
            pl={3}
            pr={1}
            minH="44px"
            borderWidth="1px"
            borderColor="border"
            borderRadius="m"
          >
            <chakra.span flex="1" minW={0} overflowWrap="anywhere" fontSize="0.875rem" py={1}>
              {item.label}
            </chakra.span>
            <IconButton label={words.up(item.label)} disabled={n === 0} onClick={() => move(n, n - 1)}>
              <chakra.span display="grid" transform="rotate(180deg)">
                <ChevronDownIcon size={16} />
              </chakra.span>
            </IconButton>
            <IconButton label={words.down(item.label)} disabled={n === items.length - 1} onClick={() => move(n, n + 1)}>
              <ChevronDownIcon size={16} />
            </IconButton>
            {add && words.remove && (
              <IconButton label={words.remove(item.label)} onClick={() => onChange(values.filter((_, at) => at !== n))}>
                <CloseIcon size={16} />
              </IconButton>
            )}
          </chakra.li>
        ))}
      </chakra.ol>
      {add && items.length < add.max && add.options.length > 0 && (
        <chakra.div mt={items.length > 0 ? 2 : 0}>
          <Select
            aria-label={add.label}
            value=""
            onChange={({ currentTarget }) => onChange([...values, currentTarget.value as Value])}
            options={[{ value: '', label: add.label }, ...add.options]}
          />
        </chakra.div>
      )}
    </Field>
  )
}
