import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { routes } from '#client/routes.ts'
import en from '#office/help/articles.en.ts'
import ja from '#office/help/articles.ja.ts'
import { articles, slugs } from '#office/help/articles.ts'
import { findArticles } from '#office/help/find.ts'
import { articleOf, helpOf, withoutArticle } from '#office/help/ofRoute.tsx'
import { texts as said } from '#office/help/texts.ts'
import parcelsEn from '#shop/parcels/words.en.ts'
import parcelsJa from '#shop/parcels/words.ja.ts'
import { screens } from '../../e2e/support/screens'
import { leavesOf, shownWords } from '../support/screenWords'

const folder = join(import.meta.dirname, '../../public/help')
const texts = { ja, en }
const parcels = { ja: parcelsJa, en: parcelsEn }
const locales = ['ja', 'en'] as const

const quoted = { ja: /「([^」]+)」/g, en: /“([^”]+)”/g }

describe.each(locales)('the help in %s', (locale) => {
  test('names only what stands on a screen, letter by letter', () => {
    const shown = shownWords(locale)
    const named = leavesOf(texts[locale]).flatMap((text) => [...text.matchAll(quoted[locale])].map(([, name]) => name))
    expect(named.length).toBeGreaterThan(60)
    expect(named.filter((name) => !shown.has(name ?? ''))).toEqual([])
  })

  test('tells who recorded a return by mistake how it is taken back, where it tells how one is recorded', () => {
    const { button, undo } = parcels[locale].returns
    const [section] = texts[locale].shipping.sections.filter((one) =>
      leavesOf(one).some((text) => text.includes(button)),
    )
    expect(leavesOf(section).join(' ')).toContain(undo)
  })

  test('has every picture that it shows, with words for who does not see it, and no other', () => {
    const wanted = slugs.flatMap((slug) => articles[slug].picture ?? [])
    expect(readdirSync(join(folder, locale)).sort()).toEqual([...new Set(wanted)].map((name) => `${name}.webp`).sort())
    for (const slug of slugs)
      expect(Boolean(texts[locale][slug].pictureAlt), slug).toBe(articles[slug].picture !== undefined)
  })
})

test('all pictures of the help together have less than 2 MB', () => {
  const files = locales.flatMap((locale) => readdirSync(join(folder, locale)).map((name) => join(folder, locale, name)))
  expect(files.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(2_000_000)
  for (const file of files) expect(readFileSync(file).subarray(8, 12).toString('latin1')).toBe('WEBP')
})

test('each picture shows a screen that is looked at', () => {
  const names = new Set(screens.map(({ name }) => name))
  expect(slugs.flatMap((slug) => articles[slug].picture ?? []).filter((name) => !names.has(name))).toEqual([])
})

test('every screen of the portal has an article, or a reason why not', () => {
  const portal = Object.values(routes)
    .map(({ pattern }) => pattern)
    .filter((pattern) => /^\/(tenants|operator)/.test(pattern))
  const known = [...Object.keys(articleOf), ...Object.keys(withoutArticle)]
  expect(known.sort()).toEqual([...new Set(portal)].sort())
})

test('where the installation has a help of its own, every screen leads there', () => {
  expect(helpOf(routes.order.pattern, 'https://help.example.jp/')).toBe('https://help.example.jp/')
  expect(helpOf(routes.order.pattern, '/help')).toBe('/help/refunds')
  expect(helpOf(routes.operatorJobs.pattern, '/help')).toBe('/help')
})

test('who makes something new is led to the help of that kind: who prepares a live does not read of videos', () => {
  const led = ['news', 'video', 'streaming', undefined].map((type) => helpOf(routes.newContent.pattern, '/help', type))
  expect(led).toEqual(['/help/text', '/help/video', '/help/live', '/help/text'])
})

test.each([
  ['返金', 'refunds'],
  ['refund', 'refunds'],
  ['へんきん', 'refunds'],
  ['ヘンキン', 'refunds'],
  ['henkin', 'refunds'],
  ['ＯＢＳ', 'live'],
  ['konbini', 'konbini'],
  ['コンビニ 期限', 'konbini'],
  ['freee', 'taxes'],
  ['手数料', 'fees'],
  ['tracking', 'shipping'],
  ['会員　退会', 'members'],
])('the help is found by %s', (q, slug) => {
  expect(findArticles(q)).toContain(slug)
})

test('a word that no article has finds nothing, and no word all', () => {
  for (const given of [undefined, said]) {
    expect(findArticles('quantum', given)).toEqual([])
    expect(findArticles(' ', given)).toEqual(slugs)
  }
})

test.each([
  ['Alt+F10', 'text'],
  ['ストリームキー　カスタム', 'live'],
  ['watched words', 'comments'],
  ['取り消せません', 'events'],
])('what an article says alone is found in the help too: %s', (q, slug) => {
  expect(findArticles(q)).not.toContain(slug)
  expect(findArticles(q, said)).toContain(slug)
})

test('what is called so stands before what only says it', () => {
  const found = findArticles('返金', said)
  expect(found[0]).toBe('refunds')
  expect(found).toContain('events')
})
