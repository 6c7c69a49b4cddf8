import { chakra } from '@chakra-ui/react'
import { useRouter } from 'next/router'
import { type FormEvent, useState } from 'react'
import { routes } from '#client/routes.ts'
import { Button } from '#ui/Button.tsx'
import { Surface } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { Field } from '#ui/form/Field.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { StarIcon } from '#ui/look/icons.tsx'
import { slugIn } from './link'
import { useFanHomeWords } from './words'

/** For a fan whom no club knows: how one finds a club, by the link that it gave. */
export const NoClubs = () => {
  const words = useFanHomeWords()
  const { push } = useRouter()
  const [text, setText] = useState('')
  const [isWrong, setWrong] = useState(false)
  const open = (event: FormEvent) => {
    event.preventDefault()
    const brandSlug = slugIn(text)
    setWrong(brandSlug === null)
    if (brandSlug !== null) void push(routes.fanBrand({ brandSlug }))
  }
  return (
    <Surface as="div">
      <EmptyState icon={<StarIcon size={24} />} title={words.emptyTitle} text={words.emptyText} />
      <chakra.form onSubmit={open} noValidate maxW="440px" mx="auto" px={5} pb={8} display="grid" gap={3}>
        <Field label={words.linkLabel} hint={words.linkHint} {...(isWrong && { error: words.linkWrong })}>
          <TextInput
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            maxLength={500}
          />
        </Field>
        <Button type="submit" look="primary" wide>
          {words.open}
        </Button>
      </chakra.form>
    </Surface>
  )
}
