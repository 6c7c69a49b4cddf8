import { type Mocks, mockNames } from '#kit/mock.ts'
import type { Editor, presence } from './contract'

/** The second one has given no name. */
const others: readonly Editor[] = mockNames
  .slice(0, 4)
  .map((name, n) => ({ memberId: `member_${n}`, name: n === 1 ? '' : name, role: n === 1 ? 'admin' : 'editor' }))
const some = (count: number) => () => ({ others: others.slice(0, count) })

export const presenceMocks: Mocks<typeof presence> = {
  examples: ({ ids, draftNews }) => ({
    noteEditing: { ...ids, kind: 'content', itemId: draftNews, isLeaving: false },
  }),
  answers: { noteEditing: some(0) },
  scenarios: {
    oneMore: { noteEditing: some(1) },
    twoMore: { noteEditing: some(2) },
    fourMore: { noteEditing: some(4) },
  },
}
