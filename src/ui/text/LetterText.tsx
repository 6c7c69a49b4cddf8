import { chakra } from '@chakra-ui/react'
import { useUiWords } from '../words'

type Props = { letter: { subject: string; text: string }; locale: 'ja' | 'en' }

/** A mail as its reader will see it, by the same words that the program sends. */
export const LetterText = ({ letter: { subject, text }, locale }: Props) => (
  <chakra.div display="grid" gap={3} fontSize="sm" lang={locale}>
    <p>
      <chakra.span color="muted">{useUiWords().subject}: </chakra.span>
      <strong>{subject}</strong>
    </p>
    <chakra.p whiteSpace="pre-wrap" overflowWrap="anywhere" bg="sunken" borderRadius="m" p={3} lineHeight="1.7">
      {text.trim()}
    </chakra.p>
  </chakra.div>
)
