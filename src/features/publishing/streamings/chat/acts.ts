import type { Acts } from '#kit/acts.ts'
import type { chats } from './contract'

export const chatActs: Acts<typeof chats> = {
  moderateChatMessage: { ja: '配信のチャットに対応', en: 'Moderated a live chat' },
  pinChatMessage: { ja: '配信のチャットの固定を変更', en: 'Pinned or unpinned a line of a live chat' },
  setSlowMode: { ja: '配信のチャットの低速モードを変更', en: 'Changed the slow mode of a live chat' },
}
