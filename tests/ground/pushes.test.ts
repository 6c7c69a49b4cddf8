import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { graphemes, onLockScreen } from '#kit/shortened.ts'
import { pushMessage } from '#server/push/message.ts'
import { pushes } from '../support/pushes'

/* Every message on a phone in both languages, with short names and with the longest. */

test('every message that the program can show is in the table', async () => {
  const files = globSync('src/features/**/messages.ts')
  const names = await Promise.all(
    files.map(async (file) => Object.entries(await import(`../../${file}`)).map(([name]) => name)),
  )
  const written = new Set(pushes.map(({ name }) => name))
  expect(files.length).toBeGreaterThan(4)
  expect(names.flat().filter((name) => !written.has(name))).toEqual([])
})

/** Addresses of fans' pages, by the files that answer them. */
const pages = globSync('src/pages/fc/**/*.tsx').map(
  (file) =>
    new RegExp(
      `^${file
        .replace(/^src\/pages|(\/index)?\.tsx$/g, '')
        .replaceAll('[', '\0')
        .replaceAll(/\0[^\]]+\]/g, '[^/]+')}$`,
    ),
)

const cases = pushes.flatMap(({ name, write }) =>
  (['ja', 'en'] as const).flatMap((locale) =>
    (['short', 'long'] as const).map((length) => ({ name, locale, length, write })),
  ),
)

test.each(cases)('$name ($locale, $length) is whole, short, and leads to a page in its language', (one) => {
  const { locale, length, write } = one
  const message = write(locale, length)
  expect(pushMessage.parse(message)).toEqual(message)
  const { title, body, path, tag, icon } = message
  expect(graphemes(title).length).toBeLessThanOrEqual(onLockScreen.title)
  expect(graphemes(body).length).toBeLessThanOrEqual(onLockScreen.body)
  expect(body.trim()).toBe(body)
  const page = path.replace(/^\/en(?=\/)/, '')
  expect(
    pages.some((known) => known.test(page)),
    path,
  ).toBe(true)
  expect(path.startsWith('/en/')).toBe(locale === 'en')
  expect(icon).toMatch(/^\/api\/app\/[a-z\d-]+\/icon-192\.png$/)
  // What replaces what does not hang on the language or on names.
  expect(tag).toBe(write('ja', 'short').tag)
})

test.each(pushes)('$name has no Japanese in its English message', ({ write }) => {
  const { title, body } = write('en', 'short')
  expect(`${title}\n${body}`).not.toMatch(/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u)
})

test.each([
  ['ja', 10],
  ['en', 16],
] as const)('what happened stands before the names, in the one line of a closed message (%s)', (locale, signs) => {
  const starts = pushes.map(({ write }) => graphemes(write(locale, 'long').body).slice(0, signs).join(''))
  expect(new Set(starts).size, starts.join('\n')).toBe(starts.length)
  for (const start of starts) expect(start).not.toMatch(/^[「“]/)
})
