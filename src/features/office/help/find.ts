import { hiraganaOf, isCalled } from '#kit/kana.ts'
import { articles, type Slug, slugs } from './articles'

const folded = (text: string) => text.normalize('NFKC').toLowerCase()

const called = slugs.map((slug) => {
  const { ja, en, words } = articles[slug]
  const all = folded(`${ja.title} ${ja.lead} ${en.title} ${en.lead} ${words}`)
  return { slug, name: { all, kana: hiraganaOf(words) } }
})

/** What each article says, in both languages. */
export type Texts = Record<Slug, string>

/** What stands anywhere in a value, for `Texts`. */
export const wordsIn = (value: unknown): string => {
  if (typeof value === 'string') return folded(value)
  return typeof value === 'object' && value !== null ? Object.values(value).map(wordsIn).join(' ') : ''
}

/**
 * The articles in which every word of the search occurs, in either language, in kana or in Latin letters: those that are called so
 * first, then those that say it, where the texts are given.
 */
export const findArticles = (q: string, texts?: Texts): Slug[] => {
  const asked = folded(q).split(/\s+/).filter(Boolean)
  const named = called.flatMap(({ slug, name }) => (asked.every((word) => isCalled(name, word)) ? [slug] : []))
  if (!texts) return named
  const said = called.flatMap(({ slug, name }) =>
    asked.every((word) => isCalled(name, word) || texts[slug].includes(word)) ? [slug] : [],
  )
  return [...new Set([...named, ...said])]
}
