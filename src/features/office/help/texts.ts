import { slugs } from './articles'
import en from './articles.en'
import ja from './articles.ja'
import { type Texts, wordsIn } from './find'

/** Loaded by whoever searches the help. */
export const texts = Object.fromEntries(slugs.map((slug) => [slug, wordsIn([ja[slug], en[slug]])])) as Texts
