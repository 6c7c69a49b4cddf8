import { chakra } from '@chakra-ui/react'
import { useRef } from 'react'
import { Card, Notice } from '#ui/Card.tsx'
import type { ZodForm } from '#ui/form/state/useZodForm.ts'
import type { AdminPlanContent } from '../contract'
import { ClipField } from '../video/ClipField'
import { VideoEditor } from '../video/VideoEditor'
import { VideoWords } from '../video/words'
import { useContentWords } from '../words'
import type { ContentValues } from './values'

/** What a form's part that depends on the type is given. */
export type BodyProps = {
  form: ZodForm<ContentValues>
  ids: { tenantId: string; brandId: string }
  content: AdminPlanContent
  onUpload: (busy: boolean) => void
  /** Reloads the content. */
  reload: () => void
}

/** The film of a video, and what of it everybody may see. */
export const VideoPart = ({ form, ids, content, reload }: BodyProps) => {
  const words = useContentWords()
  const { details } = content
  const { errors } = form.formState
  const problem = errors.mediaId?.message
  const playedTo = useRef(0)
  return (
    <Card>
      {problem && <Notice tone="bad">{problem}</Notice>}
      <VideoWords>
        <VideoEditor
          ids={ids}
          planContentId={content.planContentId}
          name={form.watch('name') || words.unnamed}
          mediaId={form.watch('mediaId')}
          storedMediaId={details.type === 'video' ? details.mediaId : null}
          videoUrl={details.type === 'video' && details.mediaId === form.watch('mediaId') ? details.videoUrl : ''}
          thumbnail={form.watch('thumbnail')}
          onMedia={(mediaId) => {
            form.setValue('mediaId', mediaId, { shouldDirty: true, shouldValidate: true })
          }}
          onThumbnail={(url) => form.setValue('thumbnail', url, { shouldDirty: true })}
          onTime={(seconds) => {
            playedTo.current = seconds
          }}
          reload={async () => reload()}
        />
        {details.type === 'video' && form.watch('viewableBy') === 'paidUsers' && form.watch('mediaId') !== null && (
          <chakra.div borderTopWidth="1px" borderColor="border" mt={5} pt={5}>
            <ClipField
              fromMs={form.watch('clipFromMs')}
              onChange={(ms) => form.setValue('clipFromMs', ms, { shouldDirty: true, shouldValidate: true })}
              playedTo={() => playedTo.current}
              stored={details}
              error={errors.clipFromMs?.message}
              reload={reload}
            />
          </chakra.div>
        )}
      </VideoWords>
    </Card>
  )
}
