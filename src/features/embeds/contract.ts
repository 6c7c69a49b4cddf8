import { z } from 'zod'
import { contract, fanRead } from '../../kit/contract'
import { embedProviders } from './embed'

export const embeds = contract({
  /** Reads the address and opens no connection; what is on no list of ours is refused. */
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
