import { chakra } from '@chakra-ui/react'
import type { ComponentProps } from 'react'
import { ofWidth, pictureWidths, srcSetOf } from '#kit/pictures.ts'

const Image = chakra('img', { base: { objectFit: 'cover' } }, { defaultProps: { loading: 'lazy', alt: '' } })

type PictureProps = ComponentProps<typeof Image> & {
  src: string
  /** How wide it is shown, as in HTML; without it the `width`, or the whole window. */
  sizes?: string
  /** In the smallest of our widths, and no other: what was loaded ahead has the same address as what is shown later. */
  smallest?: boolean
}

/**
 * Plain, lazy and without Next's optimiser: our pictures are stored in three widths, of which the browser
 * takes the one that it needs; a picture from elsewhere is shown as it is.
 */
export const Picture = ({ src, sizes, smallest = false, ...rest }: PictureProps) => {
  const shown = sizes ?? (typeof rest.width === 'number' ? `${rest.width}px` : '100vw')
  if (smallest && widthsOf(src)) return <Image src={ofWidth(src, pictureWidths[0])} {...rest} />
  return <Image {...inWidths(src, shown)} {...rest} />
}

const widthsOf = (src: string) => {
  // Read straight: a page that was rendered by the build, or a test, has no settings.
  const storage = globalThis.__TSUDOI__?.publicStorageUrl
  return storage && srcSetOf(src, storage)
}

/** For an `img` that what is around it describes. */
export const inWidths = (src: string, sizes: string) => {
  const srcSet = widthsOf(src)
  // Before `src`, or some browsers begin to load that first.
  return { ...(srcSet && { sizes, srcSet }), src }
}
