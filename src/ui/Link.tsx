import NextLink from 'next/link'
import type { ComponentProps } from 'react'

/** Prefetches on hover or touch only: by default Next fetches every page whose link is on the screen. */
export const Link = (props: ComponentProps<typeof NextLink>) => <NextLink prefetch={false} {...props} />
