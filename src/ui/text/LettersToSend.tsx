import { chakra } from '@chakra-ui/react'
import { type ComponentProps, useState } from 'react'
import { IconButton } from '../Button'
import { ChevronLeftIcon, ChevronRightIcon } from '../look/icons'
import { usePortalWords } from '../portalWords'
import { LetterText } from './LetterText'

type Shown = ComponentProps<typeof LetterText>
/** `letters`: in the order in which they are sent. */
type Props = { count: number; letters: readonly Shown[] }

/** In the dialog of an act that sends mails: to how many, and what they say, one mail at a time. */
export const LettersToSend = ({ count, letters }: Props) => {
  const words = usePortalWords()
  const [chosen, setChosen] = useState(0)
  const at = Math.min(chosen, letters.length - 1)
  const shown = letters[at]
  return (
    <chakra.section display="grid" gap={3} fontSize="0.875rem" color="text" aria-label={words.letterShown}>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap={2}>
        <p>{words.letters(letters.length === 0 ? 0 : count, letters.length)}</p>
        {count > 0 && letters.length > 1 && (
          <chakra.div display="flex" alignItems="center" gap={2}>
            <IconButton size="s" label={words.previousLetter} disabled={at === 0} onClick={() => setChosen(at - 1)}>
              <ChevronLeftIcon size={16} />
            </IconButton>
            <chakra.span fontVariantNumeric="tabular-nums" role="status">
              {words.pageOf(at + 1, letters.length)}
            </chakra.span>
            <IconButton
              size="s"
              label={words.nextLetter}
              disabled={at === letters.length - 1}
              onClick={() => setChosen(at + 1)}
            >
              <ChevronRightIcon size={16} />
            </IconButton>
          </chakra.div>
        )}
      </chakra.div>
      {count > 0 && shown && <LetterText key={shown.letter.subject} {...shown} />}
    </chakra.section>
  )
}
