import type { Handlers } from '#server/context.ts'
import type { sitemap } from './contract'
import { sitemapRows } from './queries.server'

export const sitemapHandlers: Handlers<typeof sitemap> = {
  async getFanclubSitemapInfo({ db, now }) {
    const { brands, contents, goods } = await sitemapRows(db, now)
    return {
      urls: [
        ...brands.flatMap(({ slug, editedAt: lastModifiedAt }) => [
          { path: `/fc/${slug}`, lastModifiedAt, changefreq: 'daily' as const, priority: 1 },
          { path: `/fc/${slug}/plans`, lastModifiedAt, changefreq: 'weekly' as const, priority: 0.8 },
          { path: `/fc/${slug}/contents`, lastModifiedAt, changefreq: 'daily' as const, priority: 0.8 },
          { path: `/fc/${slug}/goods`, lastModifiedAt, changefreq: 'daily' as const, priority: 0.8 },
        ]),
        ...contents.map(({ slug, planContentId, visibleFrom }) => ({
          path: `/fc/${slug}/contents/${planContentId}`,
          lastModifiedAt: visibleFrom,
          changefreq: 'monthly' as const,
          priority: 0.6,
        })),
        ...goods.map(({ slug, goodsId, editedAt: lastModifiedAt }) => ({
          path: `/fc/${slug}/goods/${goodsId}`,
          lastModifiedAt,
          changefreq: 'weekly' as const,
          priority: 0.6,
        })),
      ],
    }
  },
}
