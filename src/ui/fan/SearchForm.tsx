import { chakra } from '@chakra-ui/react'
import { useRouter } from 'next/router'
import type { FormEvent } from 'react'
import { inputRecipe } from '../form/input'
import { SearchIcon } from '../look/icons'

const Input = chakra('input', inputRecipe)

type SearchFormProps = {
  /** What is searched, and by what. */
  label: string
  /** The words in the address. */
  q: string
  /** The address that shows what contains these words; without words, everything. */
  link: (q: string) => string
}

/** Puts the words into the address. On a page at rest what was typed and sent is repeated (kit/resting.ts). */
export const SearchForm = ({ label, q, link }: SearchFormProps) => {
  const router = useRouter()
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const words = String(new FormData(event.currentTarget).get('q')).trim()
    void router.push(link(words), undefined, { shallow: true, scroll: false })
  }
  return (
    <chakra.form role="search" aria-label={label} onSubmit={send} display="flex" gap={2} mb={4} maxW="480px">
      <Input
        // The words of another address stand in a field of their own, so that back and forward show theirs.
        key={q}
        type="search"
        name="q"
        defaultValue={q}
        maxLength={100}
        aria-label={label}
        placeholder={label}
        enterKeyHint="search"
        h="44px"
      />
      <chakra.button
        type="submit"
        aria-label={label}
        display="grid"
        placeItems="center"
        flexShrink={0}
        w="44px"
        h="44px"
        borderRadius="m"
        borderWidth="1px"
        borderColor="borderStrong"
        bg="surface"
        cursor="pointer"
        _hover={{ bg: 'sunken' }}
      >
        <SearchIcon size={18} />
      </chakra.button>
    </chakra.form>
  )
}
