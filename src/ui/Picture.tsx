import { chakra } from '@chakra-ui/react'
import type { ComponentProps } from 'react'
import { srcSetOf } from '#kit/pictures.ts'

const Image = chakra('img', { base: { objectFit: 'cover' } }, { defaultProps: { loading: 'lazy', alt: '' } })

type PictureProps = ComponentProps<typeof Image> & {
  src: string
  /** How wide it is shown, as in HTML; without it the `width`, or the whole window. */
  sizes?: string
}

/**
 * Plain, lazy and without Next's optimiser: our pictures are stored in three widths, of which the browser
 * takes the one that it needs; a picture from elsewhere is shown as it is.
 */
export const Picture = ({ src, sizes, ...rest }: PictureProps) => (
  <Image {...inWidths(src, sizes ?? (typeof rest.width === 'number' ? `${rest.width}px` : '100vw'))} {...rest} />
)

/** For an `img` that what is around it describes. */
export const inWidths = (src: string, sizes: string): { src: string; sizes?: string; srcSet?: string } => {
  // Read straight: a page that was rendered by the build, or a test, has no settings.
  const storage = globalThis.__TSUDOI__?.publicStorageUrl
  const srcSet = storage && srcSetOf(src, storage)
  // Before `src`, or some browsers begin to load that first.
  return { ...(srcSet && { sizes, srcSet }), src }
}
