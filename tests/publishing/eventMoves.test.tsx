// @vitest-environment jsdom
import { ChakraProvider } from '@chakra-ui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AdminEvent } from '#publishing/events/contract.ts'
import { EventMoves } from '#publishing/events/form/EventMoves.tsx'
import words from '#publishing/events/words.en.ts'
import { CancelEvent, GoodsOfPostponed } from '#shop/eventGoods/calledOff/GoodsOfEvent.tsx'
import { system } from '#ui/look/theme.ts'

const server = vi.hoisted(() => ({ goods: undefined as unknown, failed: null as unknown }))
const onCancel = vi.hoisted(() => vi.fn(async () => {}))
vi.mock('next/router', () => ({ useRouter: () => ({ locale: 'en' }) }))
vi.mock('#client/useOperation.ts', () => ({
  useRead: () => ({ data: server.goods, failed: server.failed }),
  useWrite: () => ({ mutateAsync: onCancel }),
}))
vi.mock('#ui/Link.tsx', () => ({
  Link: ({ href, children }: { href: string; children: string }) => <a href={href}>{children}</a>,
}))
vi.mock('#ui/portalWords.tsx', async () => {
  const { default: everywhere } = await import('#ui/words.en.ts')
  const { default: here } = await import('#ui/portalWords.en.ts')
  return { usePortalWords: () => ({ ...everywhere, ...here }) }
})
vi.mock('#ui/words.tsx', async () => {
  const { default: en } = await import('#ui/words.en.ts')
  return { useUiWords: () => en }
})
vi.mock('#publishing/events/words.tsx', async () => {
  const { default: en } = await import('#publishing/events/words.en.ts')
  return { useEventWords: () => en }
})
vi.mock('#shop/eventGoods/calledOff/words.tsx', async () => {
  const { default: en } = await import('#shop/eventGoods/calledOff/words.en.ts')
  return { useCalledOffWords: () => en }
})

const some = {
  all: 4,
  ending: 3,
  staying: 1,
  unpaid: 5,
  uncollected: [{ brandId: 'brand_a', name: 'Aoi', orders: 12, isVisible: true }],
}
const none = { all: 0, ending: 0, staying: 0, unpaid: 0, uncollected: [] }
const event = { eventId: 'event_a', schedules: [] as unknown[] } as AdminEvent

const ids = { tenantId: 'tenant_a', brandId: 'brand_a' }

const opened = (asked: 'cancel' | 'postpone') => {
  const nothing = async () => {}
  render(
    <ChakraProvider value={system()}>
      <EventMoves
        ids={ids}
        asked={asked}
        title="Winter tour"
        event={event}
        onClose={() => {}}
        onPublish={nothing}
        onSchedule={nothing}
        onUnpublish={nothing}
        onPostpone={nothing}
        onCancel={async (cancel) => void (await cancel())}
        slots={{
          cancelDialog: (ids, dialog) => <CancelEvent ids={ids} {...dialog} />,
          goodsOfPostponed: (ids) => <GoodsOfPostponed ids={ids} />,
          goodsOfCanceled: () => null,
        }}
      />
    </ChakraProvider>,
  )
}
const says = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)
const links = () => screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
const confirm = () => screen.getByRole('button', { name: words.moves.cancel }) as HTMLButtonElement

beforeEach(() => {
  Object.assign(server, { goods: some, failed: null })
  onCancel.mockClear()
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close ??= () => {}
})
afterEach(cleanup)

describe('whoever cancels an event', () => {
  test('reads how many goods and orders it takes along, and finds those that are paid', async () => {
    opened('cancel')
    expect(says()).toEqual([
      'The sale of 3 items that are handed over at the venue ends.',
      '5 unpaid orders are cancelled, and their payment codes stop working.',
      '12 paid orders have not been collected. Nothing is refunded automatically. See the orders',
      '1 item that is sent or downloaded stays on sale.',
    ])
    const states = 'payment=paid%2CpartiallyRefunded&fulfillment=unfulfilled%2Cpreparing%2CpartiallyShipped%2ConHold'
    expect(links()).toEqual([['See the orders', `/tenants/tenant_a/brands/brand_a/orders?eventId=event_a&${states}`]])
    fireEvent.change(screen.getAllByRole('textbox')[0] as HTMLElement, { target: { value: 'Snow.' } })
    await act(async () => void fireEvent.click(confirm()))
    expect(onCancel).toHaveBeenCalledWith({ ...ids, eventId: 'event_a', reason: 'Snow.', refundPolicy: '' })
  })

  test('confirms nothing before that is known', () => {
    server.goods = undefined
    opened('cancel')
    expect(confirm().disabled).toBe(true)
    cleanup()
    server.failed = { code: 'unreachable', requestId: '', onRetry: () => {} }
    opened('cancel')
    expect(screen.getByRole('alert')).toBeDefined()
    expect(confirm().disabled).toBe(true)
  })

  test('finds no orders that are not for their eyes, and each brand’s apart', () => {
    const [aoi] = some.uncollected
    const hidden = { brandId: 'brand_b', name: 'Minato', orders: 1, isVisible: false }
    server.goods = { ...none, uncollected: [aoi, hidden] }
    opened('cancel')
    expect(says()).toEqual([
      expect.stringMatching(/^Aoi: 12 paid orders have .* See the orders$/),
      expect.stringMatching(/^Minato: 1 paid order has .* automatically\.$/),
    ])
    expect(links()).toHaveLength(1)
  })

  test('of an event without goods reads nothing of them', () => {
    server.goods = none
    opened('cancel')
    expect([says(), confirm().disabled]).toEqual([[], false])
  })
})

describe('whoever postpones an event', () => {
  test('reads how many goods keep their times, and what becomes of its streams', () => {
    opened('postpone')
    expect(screen.getByText(/pick-up times of 4 items/)).toBeDefined()
    expect(links()).toEqual([['See the event goods', '/tenants/tenant_a/event-goods?eventId=event_a']])
    expect(screen.getByText(/the date will follow/)).toBeDefined()
    fireEvent.click(screen.getByLabelText(words.dated))
    expect(screen.getByText(/move by the same time/)).toBeDefined()
  })

  test('of an event without goods reads nothing of them', () => {
    server.goods = none
    opened('postpone')
    expect(screen.queryByText(/pick-up times/)).toBeNull()
  })
})
