import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '#client/call.ts'
import { token } from '#client/identity.ts'
import { isCallError } from '#kit/callError.ts'
import { contents } from '../contract'
import { valuesOf } from '../edit/values'
import { video } from './contract'

type Arrived = { tenantId: string; brandId: string; planContentId: string; mediaId: string }

const isRefused = (error: unknown, ...codes: string[]) => isCallError(error) && codes.includes(error.code)

/**
 * Puts an arrived video into its draft, on top of whatever is stored by then. `waits`: it is published or scheduled,
 * where a new video takes effect when somebody saves it; `gone`: it was deleted.
 */
const attach = async ({ mediaId, ...named }: Arrived): Promise<'done' | 'waits' | 'gone'> => {
  for (;;) {
    try {
      const { planContent } = await call<typeof contents.getPrivatePlanContent>(contents.getPrivatePlanContent, named, {
        token,
      })
      const { details, status, editedAt, backNumberPeriod, periodFollows } = planContent
      if (details.type !== 'video') return 'gone'
      if (details.mediaId === mediaId) return 'done'
      if (status !== 'draft') return 'waits'
      const { startAt: _, expiredAt: __, ...values } = valuesOf(planContent)
      const payload = { ...named, ...values, backNumberPeriod, periodFollows, mediaId, expectedEditedAt: editedAt }
      await call<typeof video.updatePlanContentVideoAsDraft>(video.updatePlanContentVideoAsDraft, payload, { token })
      return 'done'
    } catch (error) {
      if (isRefused(error, 'contentNotFound')) return 'gone'
      // Somebody saved or published it in between: what they did is read, and the video is put on top of that.
      if (!isRefused(error, 'conflict', 'notDraft')) throw error
    }
  }
}

/** `attach`, after which open screens show what is stored. */
export const useAttachVideo = () => {
  const client = useQueryClient()
  return useCallback(
    async (arrived: Arrived) => {
      const end = await attach(arrived)
      if (end === 'done') {
        // A form that began from the version before would conflict with this.
        client.removeQueries({ queryKey: [contents.getPrivatePlanContent.name], type: 'inactive' })
        await client.invalidateQueries({ queryKey: [contents.getPrivatePlanContent.name] })
      }
      return end
    },
    [client],
  )
}
