import { chakra } from '@chakra-ui/react'

/** Plain, lazy and without Next's optimiser: pictures live on the storage's own host and are already cut to size. */
export const Picture = chakra('img', { base: { objectFit: 'cover' } }, { defaultProps: { loading: 'lazy', alt: '' } })
