// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { useLine } from '#publishing/streamings/chat/useLine.ts'

/** A line whose words arrive, or are refused, when the test says so. */
const written = () => {
  const sent: string[] = []
  const waiting: ((isTaken: boolean) => void)[] = []
  const { result } = renderHook(() =>
    useLine((text) => {
      sent.push(text)
      return new Promise<boolean>((done) => waiting.push(done))
    }),
  )
  const arrives = (isTaken = true) => act(async () => waiting.shift()?.(isTaken))
  const types = (text: string) => act(() => result.current.write(text))
  const presses = () => act(async () => void result.current.submit())
  return { sent, arrives, types, presses, now: () => result.current }
}

describe('a line of the chat', () => {
  test('keeps what is typed while the one before it is on its way, and sends it next if it was pressed meanwhile', async () => {
    const { sent, arrives, types, presses, now } = written()
    types(' one ')
    await presses()
    types('two')
    await presses()
    expect([sent, now().isSending]).toEqual([['one'], true])
    await arrives()
    expect([sent, now().text]).toEqual([['one', 'two'], 'two'])
    types('three')
    await arrives()
    expect([sent, now().text, now().isSending]).toEqual([['one', 'two'], 'three', false])
  })

  test('is sent once, however often it is pressed', async () => {
    const { sent, arrives, types, presses, now } = written()
    types('one')
    for (let n = 0; n < 3; n++) await presses()
    await arrives()
    await presses()
    expect([sent, now().text]).toEqual([['one'], ''])
  })

  test('stays when it is refused, and is sent by the next press', async () => {
    const { sent, arrives, types, presses, now } = written()
    types('one')
    await presses()
    await presses()
    await arrives(false)
    expect([sent, now().text, now().isSending]).toEqual([['one'], 'one', false])
    await presses()
    await arrives()
    expect([sent, now().text]).toEqual([['one', 'one'], ''])
  })
})
