import type { Page } from '@playwright/test'

/* What moves on a page by itself: the browser's own measure. */
export type Shift = { value: number; moved: string[] }

/** From the next page on. */
export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node?: Node | null }[]
      })[])
        if (!entry.hadRecentInput)
          shifts.push({
            value: entry.value,
            moved: entry.sources.map(({ node }) =>
              node instanceof Element ? `${node.tagName} ${node.textContent?.slice(0, 40)}` : String(node?.textContent),
            ),
          })
    }).observe({ type: 'layout-shift', buffered: true })
  })

export const shiftsSoFar = (page: Page) => page.evaluate(() => (window as typeof window & { shifts: Shift[] }).shifts)
