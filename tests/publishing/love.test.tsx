// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { LoveButton } from '#publishing/contents/fan/LoveButton.tsx'
import words from '#publishing/contents/fan/words.en.ts'
import { FanContentWords } from '#publishing/contents/fan/words.tsx'
import { answer, asked, left, lost, press, settle, show } from '../support/screen'

const server = { isLoved: false, others: 4, held: [] as (() => void)[], failsAt: 0 }
/** Each call waits until it is released; its answer is the state at that time. */
const answering = (_: unknown, { name }: { name: string }) =>
  new Promise((done, failed) => {
    const isFailing = asked.length === server.failsAt
    server.held.push(() => {
      if (isFailing) return failed(lost)
      server.isLoved = name === 'lovePlanContent'
      done({ hasAlreadyLoved: server.isLoved, countOfLoves: server.others + (server.isLoved ? 1 : 0) })
    })
  })

const shown = () => {
  const button = screen.getByRole('button')
  return [button.getAttribute('aria-pressed'), button.textContent?.replace(/\D/g, '')]
}
const pressed = () => press(screen.getByRole('button'))
/** Lets calls through, the newest first, until there are none. */
const arrive = async () => {
  while (server.held.length > 0) {
    await act(async () => server.held.pop()?.())
    await settle()
  }
}

const button = (more: Partial<Parameters<typeof LoveButton>[0]> = {}) => (
  <LoveButton
    ids={{ tenantId: 'tenant_a', planContentId: 'content_a' }}
    fan={{ uid: 'fan' } as never}
    loved={{ hasAlreadyLoved: false, countOfLoves: 4 }}
    isOwn
    loginHref="/login"
    {...more}
  />
)
const page = { words: [FanContentWords] }
let shownAs: (part: ReactNode) => void
beforeEach(async () => {
  Object.assign(server, { isLoved: false, held: [], failsAt: 0 })
  answer({ lovePlanContent: answering, unLovePlanContent: answering })
  const { rerender } = await show(button(), page)
  shownAs = (part) => rerender(part)
})

test('a press is seen at once, and stays', async () => {
  await pressed()
  expect(shown()).toEqual(['true', '5'])
  await arrive()
  expect([shown(), server.isLoved]).toEqual([['true', '5'], true])
})

test('two presses before an answer end as the fan sees it, and so does the server', async () => {
  await pressed()
  await pressed()
  expect(shown()).toEqual(['false', '4'])
  await arrive()
  expect([shown(), server.isLoved]).toEqual([['false', '4'], false])
})

test('three presses before an answer are sent one after the other', async () => {
  for (let n = 0; n < 3; n++) await pressed()
  expect(shown()).toEqual(['true', '5'])
  await arrive()
  expect([shown(), server.isLoved]).toEqual([['true', '5'], true])
  expect(asked.map(({ name }) => name)).toEqual(['lovePlanContent'])
})

test('what did not arrive is taken back to what the server knows', async () => {
  server.failsAt = 2
  await pressed()
  await pressed()
  await arrive()
  expect([shown(), server.isLoved]).toEqual([['true', '5'], true])
  expect(screen.getByRole('status').textContent).toBe(words.loveFailed)
})

describe('pressed before it is known who reads', () => {
  const unknown = button({ fan: undefined, isOwn: false })
  beforeEach(async () => {
    shownAs(unknown)
    await pressed()
  })

  test('it stays on the page and is sent once the fan is known', async () => {
    expect([shown(), left, asked]).toEqual([['true', '5'], [], []])
    shownAs(button({ isOwn: false }))
    shownAs(button())
    await settle()
    await arrive()
    expect([shown(), server.isLoved, left]).toEqual([['true', '5'], true, []])
    expect(asked.map(({ name }) => name)).toEqual(['lovePlanContent'])
  })

  test('a fan who has loved it before has loved it still', async () => {
    shownAs(button({ loved: { hasAlreadyLoved: true, countOfLoves: 5 } }))
    await settle()
    expect([shown(), asked, left]).toEqual([['true', '5'], [], []])
  })

  test('taken back before that, nothing is sent', async () => {
    await pressed()
    expect(shown()).toEqual(['false', '4'])
    shownAs(button())
    await settle()
    expect([shown(), asked, left]).toEqual([['false', '4'], [], []])
  })

  test('a visitor is led to the sign-in, and it is kept for them', async () => {
    shownAs(button({ fan: null }))
    await settle()
    expect([left, sessionStorage.tsudoiLove]).toEqual([['/login'], 'content_a'])
  })
})
