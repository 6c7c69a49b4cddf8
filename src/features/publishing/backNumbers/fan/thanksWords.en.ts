import type { MonthThanksWordsText } from './thanksWords.ja'

const words: MonthThanksWordsText = {
  thanks: 'Thank you for your purchase',
  open: (month, contents, isWhole) => {
    if (!isWhole) return `What ${month} holds is open to you now.`
    return contents === 1
      ? `The content of ${month} is open to you now.`
      : `All ${contents} contents of ${month} are open to you now.`
  },
  later: 'Contents that are added to this month later are included.',
  ownedNeedsPlan: (month, plan) => `${month} is yours. It is open while you are a member of ${plan}.`,
  first: 'Open the first content',
}

export default words
