import { chakra } from '@chakra-ui/react'
import { useMemo, useState } from 'react'
import { ofWidth, pictureWidths } from '#kit/pictures.ts'
import { inWidths } from '#ui/Picture.tsx'
import type { DeskList } from './list'

const size = '56px'

const Image = chakra('img', { base: { objectFit: 'cover' } }, { defaultProps: { alt: '' } })

/** In the smallest of our widths, and no other: what was loaded ahead has the same address as what is shown later. */
const smallestOf = (src: string) => (inWidths(src, size).srcSet ? ofWidth(src, pictureWidths[0]) : src)

/** A plain square where the picture cannot be loaded. */
export const LinePicture = ({ src }: { src: string }) => {
  const [isMissing, setMissing] = useState(false)
  return (
    <chakra.span position="relative" w={size} h={size} borderRadius="m" overflow="hidden" bg="sunken">
      {src && !isMissing && (
        <Image
          src={smallestOf(src)}
          loading="lazy"
          w="100%"
          h="100%"
          position="absolute"
          inset={0}
          onError={() => setMissing(true)}
        />
      )}
    </chakra.span>
  )
}

/** Has the browser load the pictures of a list while there is a connection, by the addresses that it asks for without one. */
export const PreparedPictures = ({ list: { orders } }: { list: DeskList }) => {
  const sources = useMemo(
    () => new Set(orders.flatMap(({ lines }) => lines.map(({ thumbnail }) => thumbnail)).filter((src) => src !== '')),
    [orders],
  )
  return (
    <chakra.div display="none" data-testid="prepared-pictures">
      {[...sources].map((src) => (
        <Image key={src} src={smallestOf(src)} loading="eager" />
      ))}
    </chakra.div>
  )
}
