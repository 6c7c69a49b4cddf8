import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Picture } from '#ui/Picture.tsx'

/** The pictures of a live, where nothing plays: words over its thumbnail, or the place that the player takes. */
export const LiveStage = ({ thumbnail, children }: { thumbnail: string; children?: ReactNode }) => (
  <chakra.div
    position="relative"
    display="grid"
    placeItems="center"
    aspectRatio="16 / 9"
    overflow="hidden"
    borderRadius="l"
    bg="black"
    color="white"
    textAlign="center"
  >
    {thumbnail && (
      <Picture
        src={thumbnail}
        alt=""
        sizes="(min-width: 1024px) 820px, 100vw"
        position="absolute"
        inset={0}
        w="100%"
        h="100%"
        opacity={0.25}
      />
    )}
    {children}
  </chakra.div>
)

/** The pictures, and beside them (below them on a phone) what is said: in these places from the first paint on. */
export const LiveColumns = ({ pictures, beside }: { pictures: ReactNode; beside: ReactNode }) => (
  <chakra.div display="grid" gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 340px' }} gap={4}>
    {pictures}
    {beside}
  </chakra.div>
)
