import type { NoticeWordsText } from './words.ja'

const words: NoticeWordsText = {
  title: 'Notices',
  close: 'Close',
  isNew: 'New',
  empty: 'Nothing in the last two weeks',
  emptyText: 'Answers to your comments, new contents, lives and orders on their way appear here.',
  says: {
    reply: (who: string) => `A member${who === '' ? '' : ` (${who})`} answered your comment`,
    brandReply: (name: string) => `${name} answered your comment`,
    content: () => 'Something new to read or watch',
    livePlanned: () => 'A live is planned',
    liveBegan: () => 'A live has begun',
    orderSent: (number: string) => `Order ${number} is on its way`,
    pickUpOpen: (number: string) => `You can pick up order ${number} now`,
    orderReady: (number: string) => `Order ${number} is ready for you`,
  },
  begins: (when: string) => `Begins ${when}`,
}

export default words
