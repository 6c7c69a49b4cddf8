import type { Line } from '#client/follow.ts'
import type { ChatWordsText } from './words.ja'

/** What a reader of the room is told of its line; empty: all is well. */
export const lineText = (line: Line, { lost, tooManyStreams, over }: ChatWordsText): string => {
  switch (line.state) {
    case 'open':
      return ''
    case 'lost':
      return line.code === 'tooManyStreams' ? tooManyStreams : lost
    case 'over':
      return line.code === 'contentLocked' || line.code === 'unauthenticated' ? over[line.code] : over.other
  }
}
