import { chakra } from '@chakra-ui/react'
import { useRouter } from 'next/router'
import { Link } from '../Link'
import { ChevronLeftIcon, ChevronRightIcon } from '../look/icons'
import { usePortalWords } from '../portalWords'

export const pageSizes = [20, 50, 100] as const

/** Page and page size from the current URL, and the `pagination` of a list operation for them. */
export const usePaging = () => {
  const { query } = useRouter()
  const asked = Number(query.size)
  const size = pageSizes.find((one) => one === asked) ?? pageSizes[0]
  const page = Math.max(1, Math.trunc(Number(query.page)) || 1)
  return { page, size, pagination: { limit: size, offset: (page - 1) * size } }
}

/** A URL with some query parameters changed; null or an empty string removes one. */
export const hrefWith = (asPath: string, changes: Record<string, string | number | null>) => {
  const [path = '', search] = (asPath.split('#')[0] ?? '').split('?')
  const query = new URLSearchParams(search)
  for (const [key, value] of Object.entries(changes)) {
    if (value === null || value === '') query.delete(key)
    else query.set(key, String(value))
  }
  return path + (query.size ? `?${query}` : '')
}

/** Builds links: the current URL with some query parameters changed. */
export const useHrefWith = () => {
  const { asPath } = useRouter()
  return (changes: Record<string, string | number | null>) => hrefWith(asPath, changes)
}

const Step = chakra(Link, {
  base: {
    display: 'grid',
    placeItems: 'center',
    w: '32px',
    h: '32px',
    borderRadius: '8px',
    color: 'muted',
    _hover: { bg: 'hover', color: 'text' },
  },
})

/** The shown rows and their total, the page size, and links to the previous and next page. */
export const Pager = ({ total }: { total: number }) => {
  const { page, size } = usePaging()
  const words = usePortalWords()
  const router = useRouter()
  const hrefWith = useHrefWith()
  const pages = Math.max(1, Math.ceil(total / size))
  const at = Math.min(page, pages)
  const stepTo = (to: number) => hrefWith({ page: to === 1 ? null : to })
  return (
    <chakra.nav
      aria-label={words.pages}
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap={3}
      px={{ base: 4, md: 4.5 }}
      py={2}
      minH="48px"
      borderTopWidth="1px"
      borderColor="border"
      color="muted"
      fontSize="sm"
      fontVariantNumeric="tabular-nums"
    >
      <span>{words.rowsOf(Math.min(total, (at - 1) * size + 1), Math.min(total, at * size), total)}</span>
      <chakra.select
        ml="auto"
        aria-label={words.perPage}
        value={size}
        bg="transparent"
        h="32px"
        px={1}
        borderRadius="8px"
        cursor="pointer"
        onChange={(event) => {
          const chosen = Number(event.currentTarget.value)
          void router.push(hrefWith({ size: chosen === pageSizes[0] ? null : chosen, page: null }), undefined, {
            shallow: true,
            scroll: false,
          })
        }}
      >
        {pageSizes.map((one) => (
          <option key={one} value={one}>
            {words.perPageOption(one)}
          </option>
        ))}
      </chakra.select>
      {pages > 1 && (
        <chakra.div display="flex" alignItems="center" gap={1}>
          {at > 1 && (
            <Step href={stepTo(at - 1)} shallow aria-label={words.previousPage}>
              <ChevronLeftIcon size={16} />
            </Step>
          )}
          <span>{words.pageOf(at, pages)}</span>
          {at < pages && (
            <Step href={stepTo(at + 1)} shallow aria-label={words.nextPage}>
              <ChevronRightIcon size={16} />
            </Step>
          )}
        </chakra.div>
      )}
    </chakra.nav>
  )
}
