import { chakra } from '@chakra-ui/react'
import { usePortalWords } from '../portalWords'

type Props = { letter: { subject: string; text: string }; locale: 'ja' | 'en' }

/**
 * A mail as its reader will see it, by the same words that the program sends. It can be folded away, and so takes the focus: a
 * dialog of text alone that is taller than the window is scrolled by keyboard from here.
 */
export const LetterText = ({ letter: { subject, text }, locale }: Props) => (
  <chakra.details open fontSize="sm">
    <chakra.summary cursor="pointer">
      <chakra.span color="muted">{usePortalWords().subject}: </chakra.span>
      <strong lang={locale}>{subject}</strong>
    </chakra.summary>
    <chakra.p
      lang={locale}
      mt={3}
      whiteSpace="pre-wrap"
      overflowWrap="anywhere"
      bg="sunken"
      borderRadius="m"
      p={3}
      lineHeight="1.7"
    >
      {text.trim()}
    </chakra.p>
  </chakra.details>
)
