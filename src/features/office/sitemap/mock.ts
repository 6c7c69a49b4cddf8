import { type Mocks, mockNow } from '#kit/mock.ts'
import { day } from '#kit/time.ts'
import type { sitemap } from './contract'

export const sitemapMocks: Mocks<typeof sitemap> = {
  examples: () => ({
    getFanclubSitemapInfo: {},
  }),
  answers: {
    getFanclubSitemapInfo: () => ({
      urls: [{ path: '/fc/aoi', lastModifiedAt: mockNow - day, changefreq: 'daily', priority: 1 }],
    }),
  },
  scenarios: {},
}
