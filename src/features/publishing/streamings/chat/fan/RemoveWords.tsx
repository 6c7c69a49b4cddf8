import { chakra } from '@chakra-ui/react'
import type { ChatMessage } from '../contract'
import { useChatWords } from '../words'

/** Takes words away: as quiet as they are, so that a phone's chat stays one of words. */
export const RemoveWords = ({ message: { name, text }, onRemove }: { message: ChatMessage; onRemove: () => void }) => {
  const words = useChatWords()
  return (
    <chakra.button
      type="button"
      aria-label={words.removeOf(name || words.noName, text)}
      ml={1}
      px={1.5}
      minH="24px"
      minW="24px"
      borderRadius="s"
      fontSize="0.8125rem"
      lineHeight="1.2"
      color="muted"
      cursor="pointer"
      whiteSpace="nowrap"
      textDecoration="underline"
      textUnderlineOffset="3px"
      _hover={{ bg: 'hover', color: 'text' }}
      onClick={onRemove}
    >
      {words.remove}
    </chakra.button>
  )
}
