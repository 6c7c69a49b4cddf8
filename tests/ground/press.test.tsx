// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { call } from '#client/call.ts'
import { useRead, useWrite } from '#client/useOperation.ts'
import { forget, keep, pressOf, setKeeper } from '#kit/kept.ts'
import { plans } from '#membership/plans/contract.ts'

configure({ asyncUtilTimeout: 240_000 })

vi.mock('next/router', () => ({ useRouter: () => ({ locale: 'ja' }) }))
vi.mock('#client/call.ts', () => ({ call: vi.fn() }))
vi.mock('#client/identity.ts', () => ({ token: async () => 'token' }))

const terms = { name: 'Galaxy', price: 1500, subscriptionInterval: 'month', description: '', thumbnail: '' } as const
const payload = (changes = {}) => ({ tenantId: 'tenant_a', brandId: 'brand_a', ...terms, ...changes })
const refused = Object.assign(new Error('lost'), { code: 'unreachable', status: 499, requestId: '' })
const keys = () => vi.mocked(call).mock.calls.map(([, , { idempotencyKey }]) => idempotencyKey)

const screen = (options: { keep?: string } = {}) => {
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useWrite(plans.createActivePlan, options), { wrapper })
  return (sent: ReturnType<typeof payload>) => act(() => result.current.mutateAsync(sent).catch(() => {}))
}

beforeEach(() => {
  sessionStorage.clear()
  setKeeper('uid_a')
  vi.mocked(call).mockReset()
})

describe('the key of a press', () => {
  test('is the same when the answer was lost and somebody presses again', async () => {
    const press = screen()
    vi.mocked(call).mockRejectedValueOnce(refused).mockResolvedValueOnce({ planId: 'plan_a' })
    await press(payload())
    await press(payload())
    expect(keys()).toHaveLength(2)
    expect(new Set(keys()).size).toBe(1)
  })

  test('is a new one once the form says something else, and once the press has succeeded', async () => {
    const press = screen()
    vi.mocked(call).mockRejectedValueOnce(refused).mockResolvedValue({ planId: 'plan_a' })
    await press(payload())
    await press(payload({ price: 2000 }))
    await press(payload({ price: 2000 }))
    expect(new Set(keys()).size).toBe(3)
  })

  describe('of a form whose draft is kept', () => {
    const form = { keep: 'newPlan' }

    test('outlasts a reload, so that pressing again makes no second plan', async () => {
      vi.mocked(call).mockRejectedValueOnce(refused).mockResolvedValue({ planId: 'plan_a' })
      await screen(form)(payload())
      await screen(form)(payload())
      expect(new Set(keys()).size).toBe(1)
      // It has succeeded: the same words again are another plan.
      await screen(form)(payload())
      expect(new Set(keys()).size).toBe(2)
    })

    test('is a new one for other words, for another person, and once the draft is gone', async () => {
      vi.mocked(call).mockRejectedValue(refused)
      await screen(form)(payload())
      await screen(form)(payload({ price: 2000 }))
      expect(new Set(keys()).size).toBe(2)
      setKeeper('uid_b')
      await screen(form)(payload({ price: 2000 }))
      setKeeper('uid_a')
      forget(pressOf('newPlan'))
      await screen(form)(payload({ price: 2000 }))
      expect(new Set(keys()).size).toBe(4)
    })

    test('keeps nothing of what was sent, and takes nothing that is no key', async () => {
      vi.mocked(call).mockRejectedValue(refused)
      await screen(form)(payload())
      expect(JSON.stringify({ ...sessionStorage })).not.toContain('Galaxy')
      keep(pressOf('newPlan'), 'nonsense')
      await screen(form)(payload())
      expect(new Set(keys()).size).toBe(2)
    })
  })

  test('without a kept draft is forgotten by a reload', async () => {
    vi.mocked(call).mockRejectedValue(refused)
    await screen()(payload())
    await screen()(payload())
    expect(new Set(keys()).size).toBe(2)
  })
})

test('the next screen shows nothing of a plan from before its change, though it was read before; another plan stays', async () => {
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const ids = { tenantId: 'tenant_a', brandId: 'brand_a', planId: 'plan_a' }
  const page = (payload: typeof ids) => renderHook(() => useRead(plans.getPlan, payload), { wrapper }).result
  vi.mocked(call).mockResolvedValue({ status: 'active' })
  const other = { ...ids, planId: 'plan_b' }
  for (const read of [page(ids), page(other)])
    await waitFor(() => expect(read.current.data).toEqual({ status: 'active' }))
  cleanup()
  const { current: archiving } = renderHook(
    () => useWrite(plans.cancelScheduledArchive, { refresh: [plans.getPlan] }),
    { wrapper },
  ).result
  await act(() => archiving.mutateAsync(ids))
  expect([page(ids).current.data, page(other).current.data]).toEqual([undefined, { status: 'active' }])
})
