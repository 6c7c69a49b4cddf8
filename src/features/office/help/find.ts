import { hiraganaOf, isCalled } from '#kit/kana.ts'
import { articles, type Slug, slugs } from './articles'

const called = slugs.map((slug) => {
  const { ja, en, words } = articles[slug]
  const all = `${ja.title} ${ja.lead} ${en.title} ${en.lead} ${words}`.normalize('NFKC').toLowerCase()
  return { slug, name: { all, kana: hiraganaOf(words) } }
})

/** The articles in which every word of the search occurs, in either language, in kana or in Latin letters. */
export const findArticles = (q: string): Slug[] => {
  const asked = q.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean)
  return called.flatMap(({ slug, name }) => (asked.every((word) => isCalled(name, word)) ? [slug] : []))
}
