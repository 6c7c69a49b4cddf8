import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What a page complains about from now on: its console's errors and warnings, and errors that nobody caught. */
export const watch = (page: Page, { mayRefuse = false } = {}): string[] => {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    // A refusal is an answer, but the browser's console counts it as a failure.
    if (mayRefuse && message.text().startsWith('Failed to load resource')) return
    complaints.push(message.text())
  })
  return complaints
}

/** What axe finds, one line a rule; `rules` narrows it down. */
export const barriers = async (page: Page, rules?: string[]): Promise<string[]> => {
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map(({ target }) => target.join(' '))
        .slice(0, 4)
        .join(' | ')}`,
  )
}
