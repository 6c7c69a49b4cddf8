import { type Mocks, refused } from '#kit/mock.ts'
import type { embeds } from './contract'
import { embedFrame, embedHtml, embedOf } from './embed'

export const embedMocks: Mocks<typeof embeds> = {
  examples: () => ({
    getEmbedBlockData: { source: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' },
  }),
  answers: {
    getEmbedBlockData: ({ source }) => {
      const embed = embedOf(source)
      const frame = embed && embedFrame(embed.embedProvider, embed.embedKey)
      return frame ? { html: embedHtml(frame), ...embed } : refused('embedNotAllowed')
    },
  },
  scenarios: {},
}
