// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChatMessage } from '#publishing/streamings/chat/contract.ts'
import { MessageList } from '#publishing/streamings/chat/MessageList.tsx'
import { ChatWords } from '#publishing/streamings/chat/words.tsx'
import { pageAt } from '../support/screen'

/** Told by hand: nothing has a size here. */
const resized: (() => void)[] = []
vi.stubGlobal(
  'ResizeObserver',
  class {
    constructor(told: () => void) {
      resized.push(told)
    }
    observe() {}
    disconnect() {}
  },
)

/** How often lines were drawn: each reads its icon when it is, and nothing else does. */
let drawn = 0
const message = (n: number, changes: Partial<ChatMessage> = {}): ChatMessage => ({
  ...{ id: `m${n}`, text: `word ${n}`, name: `Fan ${n}`, isBrand: false, saidAt: n, moment: n },
  get icon() {
    drawn++
    return ''
  },
  ...changes,
})
const actsOf = ({ name }: ChatMessage) => <button type="button">{`Remove ${name}`}</button>
const listOf = (messages: ChatMessage[], acts?: typeof actsOf) => (
  <MessageList label="Chat" messages={messages} empty="Nothing" {...(acts && { actsOf: acts })} />
)
let page: Awaited<ReturnType<typeof pageAt>>
const shown = (messages: ChatMessage[], acts?: typeof actsOf) => render(listOf(messages, acts), { wrapper: page })
const aloud = () => document.querySelector('[aria-live="polite"]')?.textContent ?? ''
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(async () => {
  page = await pageAt({ words: [ChatWords] })
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('a full room is read aloud a few lines at a time, and the list itself is silent', async () => {
  const { rerender } = shown([message(1)])
  expect(screen.getByRole('log').getAttribute('aria-live')).toBe('off')
  rerender(listOf([1, 2, 3, 4, 5, 6].map((n) => message(n))))
  expect(aloud()).toBe('')
  await wait(4000)
  expect(aloud()).not.toContain('word 1')
  expect(['word 4', 'word 5', 'word 6'].every((text) => aloud().includes(text))).toBe(true)
  rerender(listOf([message(7, { name: '' })]))
  await wait(4000)
  expect(aloud()).toBe('A member without a name: word 7')
})
test('what staff take away is gone from what is read aloud as well, and nothing old is read again', async () => {
  const { rerender } = shown([message(1), message(2)])
  rerender(listOf([message(1), message(2), message(3)]))
  await wait(4000)
  expect(aloud()).toContain('word 3')
  rerender(listOf([message(1), message(2)]))
  expect(document.body.textContent).not.toContain('word 3')
  await wait(4000)
  expect(aloud()).toBe('')
})
test('who was at the end of the list stays there when it gets another size, and who has scrolled up stays where they are', () => {
  shown([message(1), message(2)])
  const list = screen.getByRole('log')
  Object.defineProperties(list, { scrollHeight: { value: 900 }, clientHeight: { value: 300 } })
  resized.at(-1)?.()
  expect(list.scrollTop).toBe(900)
  list.scrollTop = 200
  fireEvent.scroll(list)
  expect(screen.getByRole('button', { name: 'To the newest messages' })).toBeTruthy()
  resized.at(-1)?.()
  expect(list.scrollTop).toBe(200)
})
test('a new word draws itself alone, not the two hundred lines before it', () => {
  const before = Array.from({ length: 200 }, (_, n) => message(n))
  for (const acts of [undefined, actsOf]) {
    const { rerender, unmount } = shown(before, acts)
    drawn = 0
    rerender(listOf([...before.slice(1), message(200)], acts))
    expect(drawn).toBe(1)
    unmount()
  }
})
