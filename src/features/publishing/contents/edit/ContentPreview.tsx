import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useRead } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { brands } from '#club/brands/contract.ts'
import { defaultAccent } from '#kit/color.ts'
import { sourcesIn, withSources } from '#kit/richText.ts'
import { plans } from '#membership/plans/contract.ts'
import { FanPreview } from '#ui/fan/FanPreview.tsx'
import { LockIcon } from '#ui/look/icons.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { Picture } from '#ui/Picture.tsx'
import { monthText } from '#ui/text/DateText.tsx'
import { useUiWords } from '#ui/words.tsx'
import { accessOfViewer, isOpen, type Viewer, viewers } from '../access'
import type { AdminPlanContent } from '../contract'
import { ContentView } from '../fan/ContentView'
import { PreviewText } from '../fan/PreviewText'
import { StaffVideo } from '../video/StaffVideo'
import { useContentWords } from '../words'
import { type ContentValues, monthOf } from './values'

const Choice = chakra('button', {
  base: {
    px: 3,
    h: '34px',
    borderRadius: '8px',
    fontSize: '0.8125rem',
    fontWeight: 'semibold',
    color: 'muted',
    cursor: 'pointer',
    _hover: { bg: 'hover', color: 'text' },
    '&[aria-pressed=true]': { bg: 'accentSubtle', color: 'accentText' },
  },
})

type ContentPreviewProps = {
  ids: { tenantId: string; brandId: string }
  values: ContentValues
  /** The last read content: its text has signed URLs, and its video can be played. */
  read: AdminPlanContent
  onClose: () => void
}

/** Preview with the same component as the fan page. */
export const ContentPreview = ({ ids, values, read, onClose }: ContentPreviewProps) => {
  const words = useContentWords()
  const ui = useUiWords()
  const locale = useLocale()
  const [viewer, setViewer] = useState<Viewer>('visitor')
  const brand = useRead(brands.getBrandProfile, ids).data
  const known = useRead(plans.getPlans, ids).data?.plans ?? []
  const names = known.filter(({ planId }) => values.planIds.includes(planId)).map(({ name }) => name)
  const { preview } = words
  const month = monthOf(values, Date.now())
  const status = accessOfViewer(viewer, { ...values, backNumberPeriod: month })
  const { details } = read
  const video = details.type === 'video' && details.mediaId === values.mediaId ? details.videoUrl : ''
  return (
    <Dialog open onClose={onClose} title={preview.title} size="l">
      <chakra.div role="group" aria-label={preview.as} display="flex" flexWrap="wrap" gap={1} mb={3}>
        {viewers.map((one) => (
          <Choice key={one} type="button" aria-pressed={viewer === one} onClick={() => setViewer(one)}>
            {preview.viewers[one]}
          </Choice>
        ))}
      </chakra.div>
      <FanPreview title={preview.frame} accent={brand?.accentColor ?? defaultAccent}>
        <chakra.article p={5} maxW="720px" mx="auto">
          {values.thumbnail && !(video && isOpen(status)) && (
            <Picture src={values.thumbnail} w="100%" aspectRatio={16 / 9} borderRadius="m" mb={5} />
          )}
          <chakra.h1 fontSize="2xl">{values.name || words.unnamed}</chakra.h1>
          {values.description && (
            <chakra.p mt={2} color="muted">
              {values.description}
            </chakra.p>
          )}
          {isOpen(status) ? (
            <chakra.div mt={5}>
              {video && (
                <StaffVideo
                  ids={ids}
                  planContentId={read.planContentId}
                  title={values.name || words.unnamed}
                  videoUrl={video}
                  thumbnail={values.thumbnail}
                />
              )}
              {values.text !== '' ? (
                <ContentView text={withSources(values.text, sourcesIn(details.text))} />
              ) : (
                !video && <chakra.p color="muted">{preview.emptyBody}</chakra.p>
              )}
            </chakra.div>
          ) : (
            <chakra.div
              display="grid"
              gap={2}
              mt={5}
              p={6}
              bg="sunken"
              borderRadius="l"
              textAlign="center"
              justifyItems="center"
            >
              {values.preview && <PreviewText label={words.form.preview} text={values.preview} />}
              <LockIcon size={26} />
              <strong>{preview.lockedTitle}</strong>
              <chakra.p fontSize="0.875rem" color="muted">
                {names.length > 0 ? preview.lockedPlans(ui.listOf(names)) : preview.lockedNoPlans}
              </chakra.p>
              <chakra.p fontSize="0.875rem" color="muted">
                {month
                  ? status === 'requiredPurchasePlanAndBackNumber' && preview.lockedMonth(monthText(month, locale))
                  : viewer === 'monthOwner' && preview.noMonth}
              </chakra.p>
            </chakra.div>
          )}
        </chakra.article>
      </FanPreview>
    </Dialog>
  )
}
