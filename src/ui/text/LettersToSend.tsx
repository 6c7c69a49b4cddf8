import { chakra } from '@chakra-ui/react'
import type { ComponentProps } from 'react'
import { useUiWords } from '../words'
import { LetterText } from './LetterText'

type Props = ComponentProps<typeof LetterText> & { count: number }

/** In the dialog of an act that sends mails: to how many, and what they say. */
export const LettersToSend = ({ count, ...shown }: Props) => (
  <chakra.div display="grid" gap={3}>
    <p>{useUiWords().letters(count)}</p>
    {count > 0 && <LetterText {...shown} />}
  </chakra.div>
)
