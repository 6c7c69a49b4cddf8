// @vitest-environment jsdom
import { ChakraProvider } from '@chakra-ui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Profiler, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChatMessage } from '#publishing/streamings/chat/contract.ts'
import { MessageList } from '#publishing/streamings/chat/MessageList.tsx'
import { system } from '#ui/look/theme.ts'

vi.mock('#publishing/streamings/chat/words.tsx', async () => {
  const { default: words } = await import('#publishing/streamings/chat/words.en.ts')
  return { useChatWords: () => words, ChatWords: ({ children }: { children: ReactNode }) => children }
})
/** Avatars stand in every line: how often they are drawn is how often lines are. */
const drawn = vi.hoisted(() => ({ lines: 0 }))
vi.mock('#ui/Avatar.tsx', () => ({
  Avatar: () => {
    drawn.lines++
    return null
  },
}))

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

const message = (n: number, changes: Partial<ChatMessage> = {}): ChatMessage => ({
  ...{ id: `m${n}`, text: `word ${n}`, name: `Fan ${n}`, icon: '', isBrand: false, saidAt: n, moment: n },
  ...changes,
})
const actsOf = ({ name }: ChatMessage) => <button type="button">{`Remove ${name}`}</button>
const listOf = (messages: ChatMessage[], acts?: typeof actsOf) => (
  <ChakraProvider value={system()}>
    <Profiler id="list" onRender={() => {}}>
      <MessageList label="Chat" messages={messages} empty="Nothing" {...(acts && { actsOf: acts })} />
    </Profiler>
  </ChakraProvider>
)
const aloud = () => document.querySelector('[aria-live="polite"]')?.textContent ?? ''
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => {
  vi.useFakeTimers()
  drawn.lines = 0
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('a full room is read aloud a few lines at a time, and the list itself is silent', async () => {
  const { rerender } = render(listOf([message(1)]))
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
  const { rerender } = render(listOf([message(1), message(2)]))
  rerender(listOf([message(1), message(2), message(3)]))
  await wait(4000)
  expect(aloud()).toContain('word 3')
  rerender(listOf([message(1), message(2)]))
  expect(document.body.textContent).not.toContain('word 3')
  await wait(4000)
  expect(aloud()).toBe('')
})
test('who was at the end of the list stays there when it gets another size, and who has scrolled up stays where they are', () => {
  render(listOf([message(1), message(2)]))
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
    const { rerender, unmount } = render(listOf(before, acts))
    drawn.lines = 0
    rerender(listOf([...before.slice(1), message(200)], acts))
    expect(drawn.lines).toBe(1)
    unmount()
  }
})
