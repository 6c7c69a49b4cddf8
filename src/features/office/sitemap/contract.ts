import { z } from 'zod'
import { contract, visitorRead } from '#kit/contract.ts'
import { instant } from '#kit/time.ts'

export const changeFrequencies = ['always', 'hourly', 'daily', 'weekly', 'monthly', 'yearly', 'never'] as const

export const sitemap = contract({
  /** The pages of every brand for search engines: paths without language, at most 20,000. */
  getFanclubSitemapInfo: visitorRead({
    payload: {},
    result: z
      .object({
        urls: z.array(
          z.object({
            path: z.string(),
            lastModifiedAt: instant,
            changefreq: z.enum(changeFrequencies),
            priority: z.number().positive().max(1),
          }),
        ),
      })
      .nullable(),
  }),
})
