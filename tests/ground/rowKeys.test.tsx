// @vitest-environment jsdom
import { act, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setLetterKeys } from '#kit/letterKeys.ts'
import { useRowKeys } from '#ui/table/useRowKeys.ts'

const List = () => {
  const ref = useRef<HTMLTableElement>(null)
  const [chosen, setChosen] = useState<readonly number[]>([])
  useRowKeys(ref, true)
  return (
    <>
      <input aria-label="search" />
      <table ref={ref}>
        <tbody>
          {[0, 1, 2].map((n) => (
            <tr key={n} data-link="true">
              <td data-place="select">
                <input type="checkbox" checked={chosen.includes(n)} onChange={() => setChosen([...chosen, n])} />
              </td>
              <td data-main="true">
                <a href={`#${n}`}>Order {n}</a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <output>{chosen.join(',')}</output>
    </>
  )
}

let root: ReturnType<typeof createRoot>
beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  Element.prototype.scrollIntoView = () => {}
  const place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
  await act(async () => root.render(<List />))
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
})

const press = (...keys: (string | KeyboardEventInit)[]) =>
  act(async () => {
    for (const key of keys) {
      const event = typeof key === 'string' ? { key } : key
      const at = document.activeElement ?? document.body
      at.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...event }))
    }
  })
const chosen = () => document.querySelector('output')?.textContent
const focused = () => document.activeElement?.textContent

test('a list is gone through and chosen from by keys alone', async () => {
  await press('ArrowDown', 'x')
  // Nothing has the focus yet: the arrows are the page's.
  expect([focused(), chosen()]).not.toEqual(['Order 0', '0'])
  await press('j')
  expect(focused()).toBe('Order 0')
  await press('x', 'ArrowDown', 'j', 'j')
  expect(focused()).toBe('Order 2')
  await press('x', 'k')
  expect([focused(), chosen()]).toEqual(['Order 1', '0,2'])
})

test('who writes, holds a control key, or has a dialog before them, is left alone', async () => {
  document.querySelector<HTMLInputElement>('input[aria-label=search]')?.focus()
  await press('j', 'x')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('search')
  ;(document.activeElement as HTMLElement).blur()
  await press({ key: 'j', ctrlKey: true })
  expect(focused()).not.toBe('Order 0')
  const dialog = document.body.appendChild(document.createElement('dialog'))
  dialog.setAttribute('open', '')
  await press('j', 'x')
  expect(chosen()).toBe('')
})

test('who dictates turns the letters off, and the arrows stay', async () => {
  setLetterKeys(false)
  await press('j', 'x')
  expect([focused(), chosen()]).not.toEqual(['Order 0', '0'])
  document.querySelector('a')?.focus()
  await press('x', 'ArrowDown')
  expect([focused(), chosen()]).toEqual(['Order 1', ''])
  setLetterKeys(true)
  await press('x')
  expect(chosen()).toBe('1')
})
