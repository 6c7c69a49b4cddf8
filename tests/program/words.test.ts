import { expect, test } from 'vitest'
import { acts } from '#program/acts.ts'

type Tables = Record<string, Record<string, unknown>>
const files = { ja: tablesOf('ja'), en: tablesOf('en') }

async function tablesOf(locale: 'ja' | 'en'): Promise<Tables> {
  const modules =
    locale === 'ja'
      ? import.meta.glob<Record<string, unknown>>('../../src/**/words.ja.ts')
      : import.meta.glob<Record<string, unknown>>('../../src/**/words.en.ts')
  const entries = Object.entries(modules).map(async ([path, load]) => [path, await load()] as const)
  // What staff do is named beside the words of each room (acts.ts), in both languages at once.
  const named = Object.fromEntries(Object.entries(acts).map(([name, act]) => [name, act[locale]]))
  return { ...Object.fromEntries(await Promise.all(entries)), [`acts.${locale}.ts`]: named }
}

/** Every leaf with its path; of a text that is made of others, its source. */
const leavesOf = (value: unknown, path = ''): [string, string][] => {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value === 'function') return [[path, String(value)]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => leavesOf(part, `${path}.${name}`))
}

test('every feature that speaks Japanese speaks English', async () => {
  const [ja, en] = await Promise.all([files.ja, files.en])
  const named = (tables: Tables) =>
    Object.keys(tables)
      .map((path) => path.replace(/\.(ja|en)\.ts$/, ''))
      .sort()
  expect(named(en)).toEqual(named(ja))
  expect(named(ja).length).toBeGreaterThan(40)
})

/** What stands before or after a name or a link: one of the two is empty, in one language the one, in the other the other. */
const isAround = (path: string) => /\.(to|\w*[bB]efore|\w*[aA]fter)$/.test(path)

test('a text that says nothing in one language says nothing in the other', async () => {
  const emptyIn = async (locale: 'ja' | 'en') =>
    leavesOf(await files[locale])
      .filter(([path, text]) => text.trim() === '' && !isAround(path))
      .map(([path]) => path.replace(`words.${locale}.ts`, 'words'))
  expect(leavesOf(await files.ja).length).toBeGreaterThan(3_000)
  expect(await emptyIn('en')).toEqual(await emptyIn('ja'))
})

test('no English text holds Japanese', async () => {
  const isJapanese = ([path, text]: [string, string]) =>
    !path.endsWith('.otherLanguage') && /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}、。「」]/u.test(text)
  expect(leavesOf(await files.en).filter(isJapanese)).toEqual([])
})
