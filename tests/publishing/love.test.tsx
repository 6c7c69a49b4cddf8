// @vitest-environment jsdom
import { ChakraProvider } from '@chakra-ui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LoveButton } from '#publishing/contents/fan/LoveButton.tsx'
import { system } from '#ui/look/theme.ts'

type Loved = { hasAlreadyLoved: boolean; countOfLoves: number }
const server = vi.hoisted(() => ({
  isLoved: false,
  others: 4,
  held: [] as (() => void)[],
  failsAt: 0,
  calls: [] as string[],
}))
/** Each call waits until it is released; its answer is the state at that time. */
const answer = (_: unknown, { name }: { name: string }) =>
  new Promise<Loved>((done, failed) => {
    server.calls.push(name)
    const isFailing = server.calls.length === server.failsAt
    server.held.push(() => {
      if (isFailing) return failed(Object.assign(new Error('lost'), { code: 'unreachable' }))
      server.isLoved = name === 'lovePlanContent'
      done({ hasAlreadyLoved: server.isLoved, countOfLoves: server.others + (server.isLoved ? 1 : 0) })
    })
  })
vi.mock('#client/useFanAnswer.ts', () => ({
  useFanCall: () => (operation: { name: string }, payload: unknown) => answer(payload, operation),
}))
vi.mock('#publishing/contents/fan/words.tsx', () => ({
  useFanContentWords: () => ({ love: 'Love', loveFailed: 'It did not arrive.', commentBanned: 'No.' }),
}))

const shown = () => {
  const button = screen.getByRole('button')
  return [button.getAttribute('aria-pressed'), button.textContent?.replace(/\D/g, '')]
}
const press = () => act(async () => void fireEvent.click(screen.getByRole('button')))
/** Lets calls through, the newest first, until there are none. */
const arrive = async () => {
  while (server.held.length > 0) await act(async () => server.held.pop()?.())
}

beforeEach(() => {
  Object.assign(server, { isLoved: false, held: [], failsAt: 0, calls: [] })
  render(
    <ChakraProvider value={system()}>
      <LoveButton
        ids={{ tenantId: 'tenant_a', planContentId: 'content_a' }}
        fan={{ uid: 'fan' } as never}
        loved={{ hasAlreadyLoved: false, countOfLoves: 4 }}
        isOwn
        loginHref="/login"
      />
    </ChakraProvider>,
  )
})
afterEach(cleanup)

test('a press is seen at once, and stays', async () => {
  await press()
  expect(shown()).toEqual(['true', '5'])
  await arrive()
  expect([shown(), server.isLoved]).toEqual([['true', '5'], true])
})

test('two presses before an answer end as the fan sees it, and so does the server', async () => {
  await press()
  await press()
  expect(shown()).toEqual(['false', '4'])
  await arrive()
  expect([shown(), server.isLoved]).toEqual([['false', '4'], false])
})

test('three presses before an answer are sent one after the other', async () => {
  for (let n = 0; n < 3; n++) await press()
  expect(shown()).toEqual(['true', '5'])
  await arrive()
  expect([shown(), server.isLoved]).toEqual([['true', '5'], true])
  expect(server.calls).toEqual(['lovePlanContent'])
})

test('what did not arrive is taken back to what the server knows', async () => {
  server.failsAt = 2
  await press()
  await press()
  await arrive()
  expect([shown(), server.isLoved]).toEqual([['true', '5'], true])
  expect(screen.getByRole('status').textContent).toBe('It did not arrive.')
})
