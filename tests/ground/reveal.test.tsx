// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Reveal } from '#ui/look/motion.tsx'

// What React still has to do is done before the document is gone.
afterEach(cleanup)

/** Whether the motion has arrived: a bar that is shown from now on moves. */
const hasArrived = () => {
  const { container, unmount } = render(
    <Reveal way="rise" open>
      Another
    </Reveal>,
  )
  const isMoving = (container.firstElementChild as HTMLElement).style.opacity !== ''
  unmount()
  return isMoving
}

test('a bar that is open when its motion arrives keeps its buttons, the focus and the press under way', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run))
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
  expect(hasArrived()).toBe(false)
  await expect.poll(hasArrived).toBe(true)
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
