import { z } from 'zod'
import { contract, fanRead } from '#kit/contract.ts'
import { embedProviders } from './embed'

export const embeds = contract({
  /** Parses the URL without a request; providers that are not supported are refused. */
  getEmbedBlockData: fanRead({
    payload: {
      source: z
        .string()
        .max(2000)
        .refine(URL.canParse, { params: { rule: 'invalidUrl' } }),
    },
    result: z.object({ html: z.string(), embedKey: z.string(), embedProvider: z.enum(embedProviders) }),
    refusals: ['embedNotAllowed'],
    limit: { points: 30, seconds: 60 },
  }),
})
