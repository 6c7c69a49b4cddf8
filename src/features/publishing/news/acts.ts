import type { Acts } from '#kit/acts.ts'
import type { memberNews } from './contract'

export const memberNewsActs: Acts<typeof memberNews> = {
  setContentNotice: { ja: 'コンテンツのお知らせを設定', en: 'Set whether members are told of a content' },
}
