import type { PlanGuideWordsText } from './guideWords.ja'

const words: PlanGuideWordsText = {
  compare: 'Compare the plans',
  benefit: 'What members get',
  has: 'Included',
  hasNot: 'Not included',
  price: 'Price',
  per: { month: 'month', year: 'year' },
  missing: 'Not included in this plan',
  isIn: (plan) => `Comes with ${plan}`,
  questions: 'Questions',
  answers: (fee, stores) => [
    {
      question: 'When do I pay?',
      answer:
        'You pay for the first term, a month or a year, when you join. A card then renews it by itself, term by term. The next date and amount always stand under “My plans”.',
    },
    {
      question: 'Can I pay at a convenience store?',
      answer: `Yes, at ${stores}. Each payment costs a fee of ${fee}. Nothing renews by itself: before a term ends, a mail brings the number for the next one.`,
    },
    {
      question: 'Can I leave at any time?',
      answer:
        'Yes, under “My plans”. Everything stays open until the end of the term that you have paid for. Leaving in the middle of a term gives nothing back for the days that are left.',
    },
    {
      question: 'Can I change to another plan later?',
      answer:
        'Yes. A plan that costs more a month begins at once, for the difference of the days that are left. Any other plan begins when the current term ends.',
    },
    {
      question: 'Can I see contents of months before I joined?',
      answer:
        'A plan opens the contents of the months in which you are a member, and those of no month. Earlier months can be bought one by one where the club sells them.',
    },
    {
      question: 'Does anybody learn my name?',
      answer:
        'Others see your display name and picture where you write a comment or in the chat of a live. Your name, mail address and postal address are never shown.',
    },
  ],
}

export default words
