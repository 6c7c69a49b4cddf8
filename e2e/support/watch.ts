import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What a page reports from now on: its console's errors and warnings, and errors that nobody caught. */
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

/**
 * What axe finds, one line a rule; `rules` narrows it down. Each frame is given axe once, and only what is wrong is collected:
 * both take longer than the looking itself.
 */
export const barriers = async (page: Page, rules?: string[]): Promise<string[]> => {
  // A dialog that is still fading in has the contrast of neither.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished),
    ).then(() => {}),
  )
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeSource)
  }
  const wanted: axe.RunOptions = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) }
  const { violations } = await page.evaluate(
    (options) => (window as typeof window & { axe: typeof axe }).axe.run(options),
    wanted,
  )
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map(({ target }) => target.join(' '))
        .slice(0, 4)
        .join(' | ')}`,
  )
}
