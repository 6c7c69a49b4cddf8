import type { GetServerSideProps } from 'next'
import { config } from '#config.ts'
import { sitemap } from '#office/sitemap/contract.ts'
import { askAsVisitor, showsEveryBrand } from '#program/ask.ts'

const escaped = (text: string) => text.replace(/[<>&'"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** The public pages for search engines: a document for programs, kept as the visitors' pages are. */
export const getServerSideProps: GetServerSideProps = async ({ res, locale }) => {
  showsEveryBrand()
  const answer = await askAsVisitor(sitemap.getFanclubSitemapInfo, {}, locale)
  const { publicOrigin } = config()
  const urls = (answer.ok ? (answer.data?.urls ?? []) : []).map(
    ({ path, lastModifiedAt, changefreq, priority }) =>
      `<url><loc>${escaped(publicOrigin + path)}</loc><lastmod>${new Date(lastModifiedAt).toISOString()}</lastmod><changefreq>${changefreq}</changefreq><priority>${priority.toFixed(1)}</priority></url>`,
  )
  res.setHeader('Content-Type', 'application/xml; charset=utf-8')
  res.end(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`,
  )
  return { props: {} }
}

export default function Sitemap() {
  return null
}
