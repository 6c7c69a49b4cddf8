import { chakra } from '@chakra-ui/react'
import { languageOf } from '#ui/text/languageOf.ts'

/** What everybody may read of a locked content, in the creator's words. */
export const PreviewText = ({ label, text }: { label: string; text: string }) => (
  <chakra.figure borderLeftWidth="3px" borderColor="var(--brand)" pl={4} textAlign="left">
    <chakra.figcaption fontSize="0.8125rem" color="muted">
      {label}
    </chakra.figcaption>
    <chakra.blockquote lang={languageOf(text)} mt={1} whiteSpace="pre-wrap" overflowWrap="anywhere">
      {text}
    </chakra.blockquote>
  </chakra.figure>
)
