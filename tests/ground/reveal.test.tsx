// @vitest-environment jsdom
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

configure({ asyncUtilTimeout: 240_000 })
// What React still has to do is done before the document is gone.
afterEach(cleanup)

const arrived = vi.hoisted(() => ({ isLoaded: false }))
vi.mock('#ui/look/motionReveal.tsx', async (original) => {
  const motion = await original()
  arrived.isLoaded = true
  return motion
})

test('a bar that is open when its motion arrives keeps its buttons, the focus and the press under way', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run))
  const { Reveal } = await import('#ui/look/motion.tsx')
  const bars = (open: boolean) => (
    <>
      <Reveal way="rise" open={open}>
        <button type="button">Save</button>
      </Reveal>
      <Reveal way="rise" open={!open}>
        <p>All saved</p>
      </Reveal>
    </>
  )
  const { rerender } = render(bars(true))
  const save = screen.getByRole('button', { name: 'Save' })
  save.focus()
  await waitFor(() => expect(arrived.isLoaded).toBe(true))
  await new Promise((done) => setTimeout(done))
  rerender(bars(true))
  expect(screen.getByRole('button', { name: 'Save' })).toBe(save)
  expect(document.activeElement).toBe(save)

  // From the next time on it moves.
  rerender(bars(false))
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByText('All saved').parentElement?.style.opacity).not.toBe('')
  rerender(bars(true))
  expect(screen.getByRole('button', { name: 'Save' }).parentElement?.style.opacity).not.toBe('')
  vi.unstubAllGlobals()
})
