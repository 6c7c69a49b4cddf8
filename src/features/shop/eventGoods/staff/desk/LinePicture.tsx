import { chakra } from '@chakra-ui/react'
import { useMemo, useState } from 'react'
import { Picture } from '#ui/Picture.tsx'
import type { DeskList } from './list'

const size = '56px'

/** A plain square where the picture cannot be loaded. */
export const LinePicture = ({ src }: { src: string }) => {
  const [isMissing, setMissing] = useState(false)
  return (
    <chakra.span position="relative" w={size} h={size} borderRadius="m" overflow="hidden" bg="sunken">
      {src && !isMissing && (
        <Picture src={src} smallest w="100%" h="100%" position="absolute" inset={0} onError={() => setMissing(true)} />
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
        <Picture key={src} src={src} smallest loading="eager" />
      ))}
    </chakra.div>
  )
}
