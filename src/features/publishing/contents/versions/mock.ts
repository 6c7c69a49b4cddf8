import { type Mocks, mockNow } from '#kit/mock.ts'
import { day } from '#kit/time.ts'
import type { ContentVersion, versions } from './contract'

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const image = (src: string) => ({ type: 'image', attrs: { mediaId: 'media_earlier', alt: '窓辺のマイク', src } })

const rows: readonly ContentVersion[] = [
  { versionId: 'version_3', name: '雨の日の手紙', savedAt: mockNow - day / 24, savedByName: '', isMine: true },
  { versionId: 'version_2', name: '雨の日の手紙', savedAt: mockNow - day, savedByName: '星野 灯', isMine: false },
  { versionId: 'version_1', name: '手紙', savedAt: mockNow - 3 * day, savedByName: '', isMine: true },
]

export const versionMocks: Mocks<typeof versions> = {
  examples: ({ ids, activeNews, contentVersion }) => ({
    getContentVersions: { ...ids, planContentId: activeNews },
    getContentVersion: { ...ids, planContentId: activeNews, versionId: contentVersion },
  }),
  answers: {
    getContentVersions: () => ({ versions: [...rows] }),
    getContentVersion: ({ versionId }, { picture }) => ({
      name: rows.find((one) => one.versionId === versionId)?.name ?? '',
      description: '',
      english: {},
      text: JSON.stringify({
        type: 'doc',
        content: [...['今月のこと', '雨の日の手紙', '歌は一発録り'].map(paragraph), image(picture('news-1'))],
      }),
      imageUrls: [picture('news-3'), picture('news-1')],
    }),
  },
  scenarios: { empty: { getContentVersions: () => ({ versions: [] }) } },
}
