import { chakra } from '@chakra-ui/react'

/** A short public film as a file of its own. */
export const ClipVideo = ({ src, label, maxW }: { src: string; label: string; maxW?: string }) => (
  // biome-ignore lint/a11y/useMediaCaption: creators upload films without captions.
  <chakra.video
    src={src}
    aria-label={label}
    controls
    playsInline
    preload="metadata"
    w="100%"
    maxW={maxW}
    aspectRatio="16 / 9"
    bg="black"
    borderRadius="m"
  />
)
