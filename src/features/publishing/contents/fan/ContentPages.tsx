import { chakra } from '@chakra-ui/react'
import { ChipLink } from '#ui/fan/ChipLink.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '#ui/look/icons.tsx'
import { useFanContentWords } from './words'

type Props = { page: number; hasMore: boolean; link: (page: number) => string }

/** Links to the next and the previous page. */
export const ContentPages = ({ page, hasMore, link }: Props) => {
  const words = useFanContentWords()
  if (page === 1 && !hasMore) return null
  return (
    <chakra.div display="flex" justifyContent="space-between" gap={3} mt={8}>
      <span>
        {page > 1 && (
          <ChipLink shallow href={link(page - 1)}>
            <ChevronLeftIcon size={16} />
            {words.newer}
          </ChipLink>
        )}
      </span>
      {hasMore && (
        <ChipLink shallow href={link(page + 1)}>
          {words.older}
          <ChevronRightIcon size={16} />
        </ChipLink>
      )}
    </chakra.div>
  )
}
