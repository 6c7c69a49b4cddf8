import { chakra } from '@chakra-ui/react'
import { useRouter } from 'next/router'
import { useEffect, useId, useRef, useState } from 'react'
import { Button, IconButton } from '../Button'
import { Select, TextInput } from '../form/TextInput'
import { CloseIcon, FilterIcon, SearchIcon } from '../look/icons'
import { usePortalWords } from '../portalWords'
import { useDebounced } from '../useDebounced'
import { useHrefWith } from './Pager'
import { WrittenFilters } from './WrittenFilters'
import { namesOf, type WrittenFilter } from './written'

/** A choice that is kept in the address under `name`; the first option's value is empty and means all. */
export type ListFilter = { name: string; label: string; options: readonly { value: string; label: string }[] }

const asWritten = ({ name, label, options: [any, ...options] }: ListFilter): WrittenFilter => ({
  type: 'choice',
  name,
  label,
  any: any?.label ?? '',
  options,
  isOnPhone: true,
})

type ListToolsProps = {
  /** Asks what is searched for; without it nothing can be searched. */
  search?: string | undefined
  filters?: readonly ListFilter[] | undefined
  written?: readonly WrittenFilter[] | undefined
  /** For phones, where the headers that sort are not seen. */
  sorts?: readonly { name: string; label: string }[]
}

/** About how wide a text is: a letter is half as wide as a sign of Japanese. */
const ems = (text: string) => [...text].reduce((sum, sign) => sum + (sign > '\u2fff' ? 1 : 0.5), 0)
/** So much of what can be searched for is read whole on a phone beside one other tool. */
const besideOne = 7.5

/** Search, filters and order of a list. All of them stand in the address. */
export const ListTools = ({ search, filters = [], written = [], sorts = [] }: ListToolsProps) => {
  const words = usePortalWords()
  const router = useRouter()
  const hrefWith = useHrefWith()
  const change = (changes: Record<string, string | null>) =>
    void router.replace(hrefWith({ ...changes, page: null }), undefined, { shallow: true, scroll: false })
  const chosenIn = (name: string) => {
    const value = router.query[name]
    return typeof value === 'string' ? value : ''
  }
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  // On a phone the filters would take the space of the rows: they are behind a button that shows how many are set. What is
  // written has a button of its own.
  const controls = filters.length + Math.min(written.length, 1)
  const folds = controls > 2 || filters.length > 1
  // The order of the rows and the button for what is written share the second and last line of a phone: a choice that would need a third is
  // found behind that button there.
  const joinsWritten = filters.length === 1 && written.length > 0 && sorts.length > 0
  const chosen = [...filters.map(({ name }) => [name]), ...written.map(namesOf)].filter((names) =>
    names.some((name) => chosenIn(name) !== ''),
  ).length
  return (
    <chakra.search
      display="flex"
      flexWrap="wrap"
      gap={2}
      px={{ base: 3, md: 4.5 }}
      py={2.5}
      borderBottomWidth="1px"
      borderColor="border"
    >
      {search !== undefined && (
        <SearchBox
          label={search}
          isWide={controls + Math.min(sorts.length, 1) > 1 || ems(search) > besideOne}
          value={chosenIn('q')}
          onChange={(q) => change({ q })}
        />
      )}
      {folds && (
        <Button
          h="38px"
          px={3}
          display={{ md: 'none' }}
          fontWeight="medium"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <FilterIcon size={15} />
          {words.filters(chosen)}
        </Button>
      )}
      <chakra.div id={id} display={{ base: folds && !isOpen ? 'none' : 'contents', md: 'contents' }}>
        {filters.map(({ name, label, options }) => (
          <chakra.span
            key={name}
            flex={{ base: '1 1 140px', md: '0 0 auto' }}
            display={joinsWritten ? { base: 'none', md: 'block' } : undefined}
          >
            <Select
              h="38px"
              aria-label={label}
              value={chosenIn(name)}
              options={options}
              onChange={(event) => change({ [name]: event.currentTarget.value })}
            />
          </chakra.span>
        ))}
        {written.length > 0 && (
          <WrittenFilters filters={joinsWritten ? [...filters.map(asWritten), ...written] : written} />
        )}
      </chakra.div>
      {sorts.length > 0 && (
        <chakra.span display={{ lg: 'none' }} flex={{ base: '1 1 150px', md: '0 0 auto' }}>
          <Select
            h="38px"
            aria-label={words.sortOrder}
            value={chosenIn('sort')}
            onChange={(event) => change({ sort: event.currentTarget.value })}
            options={[
              { value: '', label: words.sortDefault },
              ...sorts.flatMap(({ name, label }) => [
                { value: name, label: words.sortUp(label) },
                { value: `-${name}`, label: words.sortDown(label) },
              ]),
            ]}
          />
        </chakra.span>
      )}
    </chakra.search>
  )
}

type SearchBoxProps = {
  label: string
  /** On a phone a line of its own: what can be searched for is told in more than a few words. */
  isWide: boolean
  value: string
  onChange: (value: string) => void
}

const SearchBox = ({ label, isWide, value, onChange }: SearchBoxProps) => {
  const words = usePortalWords()
  const [typed, setTyped] = useState(value)
  const settled = useDebounced(typed)
  // The last value read from or written to the URL: back and forward change the box, too.
  const known = useRef(value)
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => {
    if (settled === known.current) return
    known.current = settled
    latest.current(settled)
  }, [settled])
  useEffect(() => {
    if (value === known.current) return
    known.current = value
    setTyped(value)
  }, [value])
  return (
    <chakra.span position="relative" flex={{ base: isWide ? '1 0 100%' : '1 1 160px', md: '0 1 320px' }} minW="0">
      <chakra.span position="absolute" left={3} top="10px" color="muted" pointerEvents="none">
        <SearchIcon size={17} />
      </chakra.span>
      <TextInput
        type="search"
        h="38px"
        pl={9}
        pr={typed === '' ? 3 : 9}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        enterKeyHint="search"
        css={{ '&::-webkit-search-cancel-button': { display: 'none' } }}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setTyped('')
        }}
      />
      {typed !== '' && (
        <chakra.span position="absolute" right="3px" top="3px">
          <IconButton label={words.clearSearch} size="s" onClick={() => setTyped('')}>
            <CloseIcon size={15} />
          </IconButton>
        </chakra.span>
      )}
    </chakra.span>
  )
}
