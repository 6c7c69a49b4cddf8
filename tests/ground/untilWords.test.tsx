// @vitest-environment jsdom
import { type ReactNode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { defineWords } from '#client/words.tsx'
import { UntilWords } from '#ui/faces/UntilWords.tsx'

// Time stands still but for what a test lets pass of it.
vi.hoisted(() => vi.useFakeTimers())
afterEach(() => {
  document.body.replaceChildren()
})

type Boundary = (props: { children: ReactNode }) => ReactNode
const boundaries: Record<string, Boundary> = {
  own: ({ children }) => <UntilWords fallback={<p>One moment</p>}>{children}</UntilWords>,
  bare: ({ children }) => <Suspense fallback={<p>One moment</p>}>{children}</Suspense>,
}

/** What stands on a page 50 ms after its words have arrived. */
const shownBy = async (Boundary: Boundary) => {
  const { provide, waiting: Waiting } = defineWords<string>()
  let Words: ReturnType<typeof provide> | null = null
  const Page = () => (Words ? <Words>Good morning</Words> : <Waiting />)
  const box = document.body.appendChild(document.createElement('main'))
  const root = createRoot(box)
  root.render(
    <Boundary>
      <Page />
    </Boundary>,
  )
  await vi.advanceTimersByTimeAsync(50)
  expect(box.textContent).toBe('One moment')
  Words = provide('Good morning')
  await vi.advanceTimersByTimeAsync(50)
  const shown = box.textContent
  await vi.advanceTimersByTimeAsync(1000)
  expect(box.textContent).toContain('Good morning')
  root.unmount()
  return shown
}

test('a page is shown as soon as its words have arrived', async () => {
  expect(await shownBy(boundaries.own as Boundary)).toBe('Good morning')
})

test('control: behind a bare Suspense it is held back', async () => {
  expect(await shownBy(boundaries.bare as Boundary)).toContain('One moment')
})
