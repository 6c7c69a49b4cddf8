import { chakra } from '@chakra-ui/react'
import { Button, IconButton } from '../Button'
import { CloseIcon, PlusIcon } from '../look/icons'
import { Field } from './Field'
import { TextInput } from './TextInput'
import { withScheme } from './url'

type UrlListFieldProps = {
  label: string
  hint?: string
  max: number
  values: readonly string[]
  onChange: (values: string[]) => void
  errorAt: (index: number) => string | undefined
  words: { item: (n: number) => string; add: string; remove: (n: number) => string }
}

/** A few addresses under each other, each of which can be taken away again. */
export const UrlListField = ({ label, hint, max, values, onChange, errorAt, words }: UrlListFieldProps) => {
  const write = (i: number, text: string) => onChange(values.map((value, at) => (at === i ? text : value)))
  return (
    <Field group label={label} hint={hint} optional>
      <chakra.div display="grid" gap={2}>
        {/* An address has no identity but its place in the list. */}
        {[...values.keys()].map((i) => (
          <chakra.div key={i} display="grid" gap={1}>
            <chakra.div display="flex" gap={2}>
              <TextInput
                type="url"
                placeholder="https://"
                aria-label={words.item(i + 1)}
                aria-invalid={errorAt(i) ? true : undefined}
                value={values[i]}
                onChange={(event) => write(i, event.currentTarget.value)}
                // URLs without a scheme get https.
                onBlur={() => values[i] && withScheme(values[i]) !== values[i] && write(i, withScheme(values[i]))}
                onPaste={(event) => {
                  const pasted = event.clipboardData.getData('text')
                  if (values[i] !== '' || withScheme(pasted) === pasted) return
                  event.preventDefault()
                  write(i, withScheme(pasted))
                }}
              />
              <IconButton label={words.remove(i + 1)} onClick={() => onChange(values.filter((_, at) => at !== i))}>
                <CloseIcon size={16} />
              </IconButton>
            </chakra.div>
            {errorAt(i) && (
              <chakra.p role="alert" color="bad" fontSize="sm" fontWeight="medium">
                {errorAt(i)}
              </chakra.p>
            )}
          </chakra.div>
        ))}
        {values.length < max && (
          <div>
            <Button size="s" onClick={() => onChange([...values, ''])}>
              <PlusIcon size={15} />
              {words.add}
            </Button>
          </div>
        )}
      </chakra.div>
    </Field>
  )
}
