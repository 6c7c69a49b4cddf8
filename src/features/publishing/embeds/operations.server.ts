import type { Handlers } from '#server/context.ts'
import type { embeds } from './contract'
import { embedFrame, embedHtml, embedOf } from './embed'

export const embedHandlers: Handlers<typeof embeds> = {
  async getEmbedBlockData({ refuse }, { source }) {
    const embed = embedOf(source) ?? refuse('embedNotAllowed')
    const frame = embedFrame(embed.embedProvider, embed.embedKey) ?? refuse('embedNotAllowed')
    return { html: embedHtml(frame), ...embed }
  },
}
