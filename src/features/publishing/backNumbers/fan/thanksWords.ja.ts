/** What who has just bought a month is told. */
const words = {
  thanks: 'ご購入ありがとうございます',
  open: (month: string, contents: number, isWhole: boolean) =>
    isWhole
      ? `${month}の${contents}件を、すぐにご覧いただけます。`
      : `${month}のコンテンツを、すぐにご覧いただけます。`,
  later: 'あとから加わるこの月のコンテンツも、ご覧いただけます。',
  ownedNeedsPlan: (month: string, plan: string) =>
    `${month}は、あなたのものです。「${plan}」に入会しているあいだ、ご覧いただけます。`,
  first: '最初のコンテンツを開く',
}

export type MonthThanksWordsText = typeof words
export default words
