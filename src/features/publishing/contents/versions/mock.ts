import { type Mocks, mockNow } from '#kit/mock.ts'
import { day } from '#kit/time.ts'
import type { ContentVersion, versions } from './contract'

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const document = (...texts: string[]) => JSON.stringify({ type: 'doc', content: texts.map(paragraph) })

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
    getContentVersion: ({ versionId }) => ({
      name: rows.find((one) => one.versionId === versionId)?.name ?? '',
      description: '',
      english: {},
      text: document('今月のこと', '雨の日の手紙', '歌は一発録り'),
    }),
  },
  scenarios: { empty: { getContentVersions: () => ({ versions: [] }) } },
}
