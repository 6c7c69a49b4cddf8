import { type RefObject, useEffect, useRef } from 'react'
import { areLetterKeysOn } from '#kit/letterKeys.ts'

/** While the user types, or an overlay is open, letters are no shortcuts. */
export const isBusyElsewhere = (target: EventTarget | null) =>
  (target instanceof Element &&
    target.closest('textarea, select, [contenteditable=true], [role=menu], input:not([type=checkbox])') !== null) ||
  document.querySelector('dialog[open]') !== null

const steps: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

/**
 * A list without the mouse: J and K (or the arrows, once a row has the focus) go from row to row, X chooses the row, Enter
 * opens it, as links do by themselves. The letters can be turned off on the account's page.
 */
export const useRowKeys = (table: RefObject<HTMLTableElement | null>, isOn: boolean) => {
  const last = useRef(0)
  useEffect(() => {
    if (!isOn) return
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isBusyElsewhere(event.target)) return
      if (event.key.length === 1 && !areLetterKeysOn()) return
      const rows = [...(table.current?.querySelectorAll<HTMLElement>('tbody > tr[data-link=true]') ?? [])]
      const at = rows.findIndex((row) => row.contains(document.activeElement))
      const step = steps[event.key]
      // Without a row in focus the arrows move the page.
      if (step !== undefined && (at >= 0 || event.key.length === 1)) {
        const from = at >= 0 ? at + step : Math.min(last.current, rows.length - 1)
        const row = rows[Math.max(0, Math.min(rows.length - 1, from))]
        if (!row) return
        event.preventDefault()
        last.current = rows.indexOf(row)
        row.querySelector<HTMLElement>('[data-main=true] a')?.focus()
        row.scrollIntoView({ block: 'nearest' })
      } else if (event.key === 'x' && at >= 0) {
        event.preventDefault()
        rows[at]?.querySelector<HTMLInputElement>('[data-place=select] input')?.click()
      }
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [table, isOn])
}
