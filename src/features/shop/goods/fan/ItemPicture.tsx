import { chakra } from '@chakra-ui/react'
import { Picture } from '#ui/Picture.tsx'

/** The square picture of a line in a cart or an order; plain where there is none. */
export const ItemPicture = ({ src, size }: { src: string; size?: number }) => {
  const wide = size ? `${size}px` : { base: '64px', md: '76px' }
  return (
    <chakra.span position="relative" flex="none" w={wide} h={wide} borderRadius="m" overflow="hidden" bg="sunken">
      {src && <Picture src={src} sizes={`${size ?? 76}px`} w="100%" h="100%" position="absolute" inset={0} />}
    </chakra.span>
  )
}
