// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AdminEvent } from '#publishing/events/contract.ts'
import { EventMoves } from '#publishing/events/form/EventMoves.tsx'
import words from '#publishing/events/words.en.ts'
import { EventWords } from '#publishing/events/words.tsx'
import { CancelEvent, GoodsOfPostponed } from '#shop/eventGoods/calledOff/GoodsOfEvent.tsx'
import { CalledOffWords } from '#shop/eventGoods/calledOff/words.tsx'
import { PortalWords } from '#ui/portalWords.tsx'
import { UiWords } from '#ui/words.tsx'
import { answer, asked, press, Refusal, settle, show } from '../support/screen'

const some = {
  all: 4,
  ending: 3,
  staying: 1,
  unpaid: 5,
  told: 4,
  brandName: 'Aoi',
  uncollected: [{ brandId: 'brand_a', name: 'Aoi', orders: 12, isVisible: true }],
}
const none = { all: 0, ending: 0, staying: 0, unpaid: 0, told: 0, brandName: 'Aoi', uncollected: [] }
const event = { eventId: 'event_a', schedules: [] as unknown[] } as AdminEvent

const ids = { tenantId: 'tenant_a', brandId: 'brand_a' }

const opened = async (asked: 'cancel' | 'postpone') => {
  const nothing = async () => {}
  await show(
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
    />,
    { words: [UiWords, PortalWords, EventWords, CalledOffWords] },
  )
  await settle()
}
const says = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)
const links = () => screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
const confirm = () => screen.getByRole('button', { name: words.moves.cancel }) as HTMLButtonElement

const holds = (goods: () => unknown) => answer({ getGoodsOfEvent: goods })
beforeEach(() => {
  holds(() => some)
  answer({ cancelEvent: ({ eventId }: { eventId: string }) => ({ eventId }) })
})

describe('whoever cancels an event', () => {
  test('reads how many goods and orders it takes along, and finds those that are paid', async () => {
    await opened('cancel')
    expect(says()).toEqual([
      'The sale of 3 items that are handed over at the venue ends.',
      '5 unpaid orders are cancelled, and their payment codes stop working.',
      '12 paid orders have not been collected. Nothing is refunded automatically. See the orders',
      '1 item that is sent or downloaded stays on sale.',
    ])
    const states = 'payment=paid%2CpartiallyRefunded&fulfillment=unfulfilled%2Cpreparing%2CpartiallyShipped%2ConHold'
    expect(links()).toEqual([['See the orders', `/tenants/tenant_a/brands/brand_a/orders?eventId=event_a&${states}`]])
    fireEvent.change(screen.getAllByRole('textbox')[0] as HTMLElement, { target: { value: 'Snow.' } })
    await press(confirm())
    expect(asked.filter(({ name }) => name === 'cancelEvent').map(({ payload }) => payload)).toEqual([
      { ...ids, eventId: 'event_a', reason: 'Snow.', refundPolicy: '' },
    ])
  })

  test('confirms nothing before that is known', async () => {
    holds(() => new Promise(() => {}))
    await opened('cancel')
    expect(confirm().disabled).toBe(true)
    cleanup()
    holds(() => {
      throw new Refusal('unreachable', 499)
    })
    await opened('cancel')
    expect(screen.getByRole('alert')).toBeDefined()
    expect(confirm().disabled).toBe(true)
  })

  test('finds no orders that are not for their eyes, and each brand’s apart', async () => {
    const [aoi] = some.uncollected
    const hidden = { brandId: 'brand_b', name: 'Minato', orders: 1, isVisible: false }
    holds(() => ({ ...none, uncollected: [aoi, hidden] }))
    await opened('cancel')
    expect(says()).toEqual([
      expect.stringMatching(/^Aoi: 12 paid orders have .* See the orders$/),
      expect.stringMatching(/^Minato: 1 paid order has .* automatically\.$/),
    ])
    expect(links()).toHaveLength(1)
  })

  test('of an event without goods reads nothing of them', async () => {
    holds(() => none)
    await opened('cancel')
    expect([says(), confirm().disabled]).toEqual([[], false])
  })
})

describe('whoever postpones an event', () => {
  test('reads how many goods keep their times, and what becomes of its streams', async () => {
    await opened('postpone')
    expect(screen.getByText(/pick-up times of 4 items/)).toBeDefined()
    expect(links()).toEqual([['See the event goods', '/tenants/tenant_a/event-goods?eventId=event_a']])
    expect(screen.getByText(/the date will follow/)).toBeDefined()
    fireEvent.click(screen.getByLabelText(words.dated))
    expect(screen.getByText(/move by the same time/)).toBeDefined()
  })

  test('of an event without goods reads nothing of them', async () => {
    holds(() => none)
    await opened('postpone')
    expect(screen.queryByText(/pick-up times/)).toBeNull()
  })
})
