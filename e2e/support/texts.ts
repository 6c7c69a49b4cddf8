import type { Page } from '@playwright/test'

/** Texts, labels and titles of the page, but what says of itself that it is Japanese. */
export const textsIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isMarked = (element: Element | null) => Boolean(element?.closest('[lang=ja], script, style'))
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = [document.title]
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!isMarked(node.parentElement)) found.push(node.textContent ?? '')
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], img[alt]')) {
      if (isMarked(element)) continue
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) found.push(element.getAttribute(name) ?? '')
    }
    return found
  })
