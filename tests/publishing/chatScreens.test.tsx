// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ChatChanges, ChatMessage, DeskMessage, RoomState } from '#publishing/streamings/chat/contract.ts'
import { ArchivedChat } from '#publishing/streamings/chat/fan/ArchivedChat.tsx'
import { LiveChat } from '#publishing/streamings/chat/fan/LiveChat.tsx'
import { type Chat, changedBy, mostKept, withEarlier } from '#publishing/streamings/chat/useChat.ts'
import { ChatWords } from '#publishing/streamings/chat/words.tsx'
import { answer, asked, lost, pageAt, Refusal, signedIn } from '../support/screen'

/** The line of the room, which says what the test says. */
let line: { onChanges: (changes: ChatChanges) => void; onLine: (line: object) => void } | undefined
vi.mock('#client/follow.ts', () => ({
  follow: async (_: object, __: object, ways: typeof line) => {
    line = ways
  },
}))
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    disconnect() {}
  },
)

const live: RoomState['live'] = { isOn: true, health: 'ok', notices: 0 }
const room: RoomState = { pinned: null, slowSeconds: 0, hearts: 0, viewers: 1, live }
const message = (n: number, changes: Partial<ChatMessage> = {}): ChatMessage => ({
  ...{ id: `m${n}`, text: `word ${n}`, name: `Fan ${n}`, icon: '', isBrand: false, saidAt: n, moment: n },
  ...changes,
})
const deskMessage = (n: number, status: DeskMessage['status'] = 'published'): DeskMessage => ({
  ...message(n),
  ...{ userId: `fan_${n}`, status, heldReasons: [] },
})
const changes = (more: Partial<ChatChanges>): ChatChanges => ({
  ...{ cursor: 9, isWhole: false, messages: [], removed: [], room },
  ...more,
})
const tells = (more: Partial<ChatChanges>) => act(async () => line?.onChanges(changes(more)))
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

const ids = { tenantId: 'tenant_hoshi', planContentId: 'content_4' }
const fan = { uid: 'uid', displayName: 'Mio', email: '', photoUrl: '' } as never
const start = { cursor: 1, room, isLive: true, cannotWrite: null, moderates: null, held: [], messages: [message(1)] }
const part = { cursor: 1, messages: [], next: null, hearts: 0, moderates: null }

let page: Awaited<ReturnType<typeof pageAt>>
beforeEach(async () => {
  signedIn('fan')
  line = undefined
  page = await pageAt({ words: [ChatWords] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})
const atLive = async (onLive: Parameters<typeof LiveChat>[0]['onLive'] = () => {}) => {
  render(<LiveChat {...{ ids, fan, onLive, loginHref: '/login', onOver: () => {} }} />, { wrapper: page })
  await waitFor(() => expect(line).toBeDefined())
}

describe('what a browser keeps of a room', () => {
  const desk = (messages: DeskMessage[]): Chat<DeskMessage> => ({
    ...{ cursor: 1, room, removed: [], from: messages[0]?.moment ?? 0, most: mostKept, messages },
  })
  const more = (from: number, count: number) =>
    changes({ messages: Array.from({ length: count }, (_, n) => deskMessage(from + n)) }) as ChatChanges<DeskMessage>
  test('what waits for the staff stays, however many words follow it', () => {
    const after = changedBy(desk([deskMessage(1, 'held'), deskMessage(2)]), more(10, 250))
    expect(after.messages).toHaveLength(mostKept + 1)
    expect(after.messages[0]).toMatchObject({ id: 'm1', status: 'held' })
    // What is older than this is read again by who goes back.
    expect(after.from).toBe(60)
    const answered = changedBy(after, changes({ removed: ['m1'] }) as ChatChanges<DeskMessage>)
    expect(answered.messages.map(({ id }) => id)).not.toContain('m1')
  })
  test('who has read back keeps what they read, without a gap and without what was taken away meanwhile', () => {
    const before = changedBy(desk([deskMessage(100)]), changes({ removed: ['m42'] }) as ChatChanges<DeskMessage>)
    const back = withEarlier(before, [deskMessage(41), deskMessage(42), deskMessage(100)])
    expect([back.messages.map(({ id }) => id), back.from]).toEqual([['m41', 'm100'], 41])
    const after = changedBy(back, more(200, 200))
    expect([after.messages[0]?.id, after.messages.length, after.from]).toEqual(['m41', 202, 41])
  })
})

test("a live's chat says what its room knows of the live, and nothing once its line is lost", async () => {
  const told: unknown[] = []
  answer({ getChat: () => start })
  await atLive((state) => told.push(state))
  expect(told.at(-1)).toEqual(live)
  await tells({ room: { ...room, live: { ...live, isOn: false } } })
  expect(told.at(-1)).toEqual({ ...live, isOn: false })
  await act(async () => line?.onLine({ state: 'lost' }))
  expect(told.at(-1)).toBeNull()
})

describe('an author at a live', () => {
  test('does not see the own word again that was taken away before it was known to be sent', async () => {
    const arrives = Promise.withResolvers<object>()
    answer({ getChat: () => start, postChatMessage: () => arrives.promise })
    await atLive()
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Too fast' } })
    fireEvent.click(screen.getByRole('button', { name: 'Send' }))
    await waitFor(() => expect(asked.map(({ name }) => name)).toContain('postChatMessage'))
    await tells({ removed: ['m7'] })
    await act(async () => arrives.resolve({ messageId: 'm7', isHeld: false, saidAt: 7 }))
    await waitFor(() => expect((screen.getByRole('textbox') as HTMLInputElement).value).toBe(''))
    expect(screen.getByRole('log').textContent).not.toContain('Too fast')
  })
  test('who missed much is shown what still waits of the own words, not what was removed meanwhile', async () => {
    let held = [message(2, { text: 'first' }), message(3, { text: 'second' })]
    answer({ getChat: () => ({ ...start, held }) })
    await atLive()
    expect(screen.getByRole('log').textContent).toContain('first')
    held = held.slice(1)
    await tells({ isWhole: true, messages: [message(1)] })
    await waitFor(() => expect(screen.getByRole('log').textContent).not.toContain('first'))
    expect(screen.getByRole('log').textContent).toContain('second')
  })
  test('takes the own words back by a button that is named by them, until the chat is closed', async () => {
    answer({
      getChat: () => ({ ...start, held: [message(2, { text: 'mine', name: 'Mio' })] }),
      deleteChatMessage: () => ({}),
    })
    await atLive()
    expect(screen.getAllByRole('button', { name: /^Remove/ })).toHaveLength(1)
    expect(screen.getByRole('button', { name: 'Remove “mine” by Mio' })).toBeDefined()
    await act(async () => line?.onLine({ state: 'over', code: 'contentLocked' }))
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()
  })
})

describe('who writes at a live', () => {
  const writes = (text: string) => {
    fireEvent.change(screen.getByRole('textbox'), { target: { value: text } })
    fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  }
  const posted = () => asked.filter(({ name }) => name === 'postChatMessage').length
  test.each([
    ['commentBanned', 'You cannot write in this club.'],
    ['notInAudience', 'Members can write here.'],
    ['notLive', 'You can write while it is live.'],
    ['tooManyRequests', 'Too many in a short time. Please try again in a moment.'],
  ])('%s: reads why, and keeps the words', async (code, sentence) => {
    answer({
      getChat: () => start,
      postChatMessage: () => {
        throw new Refusal(code)
      },
    })
    await atLive()
    writes('Good evening')
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(sentence))
    expect((screen.getByRole('textbox') as HTMLInputElement).value).toBe('Good evening')
    expect(screen.getByRole('log').textContent).not.toContain('Good evening')
  })
  test('reads from the first character too many that it is too long, and sends nothing; 200 are sent', async () => {
    answer({ getChat: () => start, postChatMessage: () => ({ messageId: 'm9', isHeld: false, saidAt: 9 }) })
    await atLive()
    const before = posted()
    // Of characters as people count them: each of these is two for the computer.
    writes('🎉'.repeat(201))
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Please write at most 200 characters.'))
    expect(posted()).toBe(before)
    writes('🎉'.repeat(200))
    await waitFor(() => expect(screen.getByRole('log').textContent).toContain('🎉'.repeat(200)))
    expect(posted()).toBe(before + 1)
  })
})

describe('the chat of an archive', () => {
  test('goes on after a part of it was lost once', async () => {
    let isLost = false
    answer({
      getArchivedChat: ({ from }: { from: number }) => {
        if (isLost) throw lost
        return from === 0
          ? { ...part, messages: [message(1)], next: 100_000 }
          : { ...part, messages: [message(2, { moment: 100_000 })] }
      },
    })
    const chat = (moment: number) => <ArchivedChat {...{ ids, moment, onOver: () => {} }} />
    const { rerender } = render(chat(1000), { wrapper: page })
    await waitFor(() => expect(screen.getByRole('log').textContent).toContain('word 1'))
    vi.useFakeTimers()
    isLost = true
    rerender(chat(90_000))
    await wait(1000)
    isLost = false
    rerender(chat(95_000))
    await wait(20_000)
    rerender(chat(100_000))
    expect(screen.getByRole('log').textContent).toContain('word 2')
  })
  test('lets who moderates take words away, which are gone at once', async () => {
    answer({
      getArchivedChat: () => ({
        ...part,
        messages: [message(1), message(2)],
        moderates: { brandId: 'brand_aoi', streamingId: 'streaming_0' },
      }),
      moderateChatMessage: () => ({ changed: true }),
    })
    render(<ArchivedChat {...{ ids, moment: 1000, onOver: () => {} }} />, { wrapper: page })
    fireEvent.click(await screen.findByRole('button', { name: 'Remove “word 1” by Fan 1' }))
    await waitFor(() => expect(screen.getByRole('log').textContent).not.toContain('word 1'))
    expect(asked.at(-1)).toMatchObject({
      name: 'moderateChatMessage',
      payload: { streamingId: 'streaming_0', messageId: 'm1', action: 'remove' },
    })
  })
})
