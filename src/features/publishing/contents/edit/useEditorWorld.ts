import { useAsk } from '#client/useOperation.ts'
import { useMediaUpload } from '#client/useUpload.ts'
import { uploads } from '#club/uploads/contract.ts'
import { problemOf } from '#club/uploads/uploads.ts'
import { isCallError } from '#kit/callError.ts'
import type { EditorWorld } from '#ui/editor/environment.ts'
import { embeds } from '../../embeds/contract'
import { embedFrame } from '../../embeds/embed'
import { useContentWords } from '../words'

type Ids = { tenantId: string; brandId: string }

/** Upload and embed functions for the editor: private uploads, and embeds of supported services. */
export const useEditorWorld = (ids: Ids | null): EditorWorld => {
  const { file: words } = useContentWords()
  const upload = useMediaUpload(uploads.getSignedUrlForPlanContentAttachmentUpload, ids)
  const ask = useAsk()
  return {
    upload,
    frameOf: embedFrame,
    embed: async (source) => {
      try {
        const { embedProvider, embedKey } = await ask(embeds.getEmbedBlockData, { source })
        return { embedProvider, embedKey }
      } catch (error) {
        if (isCallError(error)) return null
        throw error
      }
    },
    problemOf: ({ name: fileName, type: contentType, size }, type) => {
      const problem = problemOf({ type, fileName, contentType, size })
      if (!problem) return null
      if (problem.rule === 'fileTooLarge') return words.fileTooLarge((problem.limit ?? 0) / 1_000_000)
      if (problem.rule === 'fileType') return words.fileType
      return problem.rule === 'emptyFile' ? words.emptyFile : words.fileName
    },
  }
}
