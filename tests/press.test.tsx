// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { call } from '../src/client/call'
import { useWrite } from '../src/client/useOperation'
import { plans } from '../src/features/plans/contract'

vi.mock('next/router', () => ({ useRouter: () => ({ locale: 'ja' }) }))
vi.mock('../src/client/call', () => ({ call: vi.fn() }))
vi.mock('../src/client/identity', () => ({ token: async () => 'token' }))

const terms = { name: 'Galaxy', price: 1500, subscriptionInterval: 'month', description: '', thumbnail: '' } as const
const payload = (changes = {}) => ({ tenantId: 'tenant_a', brandId: 'brand_a', ...terms, ...changes })
const refused = Object.assign(new Error('lost'), { code: 'unreachable', status: 499, requestId: '' })
const keys = () => vi.mocked(call).mock.calls.map(([, , { idempotencyKey }]) => idempotencyKey)

const screen = () => {
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useWrite(plans.createActivePlan), { wrapper })
  return (sent: ReturnType<typeof payload>) => act(() => result.current.mutateAsync(sent).catch(() => {}))
}

beforeEach(() => {
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
})
