import { chakra } from '@chakra-ui/react'
import { ExternalIcon } from '#ui/look/icons.tsx'
import { useUiWords } from '#ui/words.tsx'
import type { NamedLink } from '../links'
import { useFanBrandWords } from './words'

export const BrandLinks = ({ links }: { links: readonly NamedLink[] }) => {
  const words = useFanBrandWords()
  const { newTab } = useUiWords()
  if (links.length === 0) return null
  return (
    <chakra.section mt={10} aria-label={words.links}>
      <chakra.h2 fontSize="xl" mb={3}>
        {words.links}
      </chakra.h2>
      <chakra.ul display="flex" flexWrap="wrap" gap={3}>
        {links.map(({ url, service, handle }) => (
          <li key={url}>
            <chakra.a
              href={url}
              rel="noopener noreferrer nofollow"
              target="_blank"
              display="inline-flex"
              alignItems="center"
              gap={2}
              minH="44px"
              px={4}
              borderRadius="full"
              borderWidth="1px"
              borderColor="border"
              fontSize="0.875rem"
              _hover={{ bg: 'sunken' }}
            >
              <span>
                {service}
                {handle && <chakra.span color="muted"> {handle}</chakra.span>}
              </span>
              <ExternalIcon size={14} label={newTab} />
            </chakra.a>
          </li>
        ))}
      </chakra.ul>
    </chakra.section>
  )
}
