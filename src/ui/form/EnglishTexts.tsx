import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { usePortalWords } from '../portalWords'
import { Field, Fields } from './Field'
import { TextArea, TextInput } from './TextInput'

type Props<Name extends string> = {
  /** The texts that may be given in English too; `rows` of those with several lines. */
  texts: readonly { name: Name; label: string; max: number; rows?: number }[]
  given: Record<Name, string>
  errors: { [Key in Name]?: { message?: string | undefined } | undefined } | undefined
  register: (name: Name) => object
}

/** The English text of what stands above; closed until there is some. */
export const EnglishTexts = <Name extends string>({ texts, given, errors, register }: Props<Name>) => {
  const words = usePortalWords()
  const [isOpen, setOpen] = useState(false)
  const isShown = isOpen || texts.some(({ name }) => given[name] !== '' || errors?.[name])
  return (
    <chakra.details
      open={isShown}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      borderTopWidth="1px"
      borderColor="border"
      pt={2}
    >
      <chakra.summary cursor="pointer" fontSize="0.875rem" fontWeight="semibold" minH="44px" lineHeight="44px">
        {words.english}
      </chakra.summary>
      {isShown && (
        <Fields>
          <chakra.p fontSize="sm" color="muted">
            {words.englishHint}
          </chakra.p>
          {texts.map(({ name, label, max, rows }) => (
            <Field
              key={name}
              label={words.inEnglish(label)}
              optional
              max={max}
              value={given[name]}
              error={errors?.[name]?.message}
            >
              {rows === undefined ? (
                <TextInput lang="en" {...register(name)} />
              ) : (
                <TextArea lang="en" rows={rows} {...register(name)} />
              )}
            </Field>
          ))}
        </Fields>
      )}
    </chakra.details>
  )
}

/** How a form's conflict shows them. */
export const englishText = (given: Readonly<Record<string, string | undefined>>): string =>
  Object.values(given).filter(Boolean).join('\n\n')
