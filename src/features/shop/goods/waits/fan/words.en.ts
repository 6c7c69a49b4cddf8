import type { GoodsWaitWordsText } from './words.ja'

const words: GoodsWaitWordsText = {
  undo: 'Don’t tell me',
  undoVariation: (name: string) => `Don’t tell me of ${name}`,
  once: 'You are told once, when it can be bought.',
  willTell: 'You will be told when it can be bought.',
  failed: 'This could not be saved. Please try again.',
}

export default words
