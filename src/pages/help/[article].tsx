import type { GetStaticPaths, GetStaticProps } from 'next'
import type { FramedPage } from '#client/page.ts'
import { type ArticleProps, ArticleScreen } from '#office/help/ArticleScreen.tsx'
import { isSlug, slugs } from '#office/help/articles.ts'

const page: FramedPage<ArticleProps> = (props) => <ArticleScreen {...props} />
page.frame = 'fan'

export const getStaticPaths: GetStaticPaths = ({ locales = [] }) => ({
  paths: slugs.flatMap((article) => locales.map((locale) => ({ params: { article }, locale }))),
  fallback: false,
})

/** Only the text of the one article reaches the browser. */
export const getStaticProps: GetStaticProps<ArticleProps> = async ({ params, locale }) => {
  const slug = params?.article
  if (!isSlug(slug)) return { notFound: true }
  const texts =
    locale === 'en' ? await import('#office/help/articles.en.ts') : await import('#office/help/articles.ja.ts')
  return { props: { slug, text: texts.default[slug] } }
}

export default page
