import { useEffect } from 'react'
import { setFollow } from '#club/uploads/tray/sending.tsx'
import { UploadTray } from '#club/uploads/tray/UploadTray.tsx'
import { useAttachVideo } from '#publishing/contents/video/useAttachVideo.ts'

/** The tray of uploads, and what becomes of a file whose editor is closed when it arrives. */
export const PortalUploads = () => {
  const attach = useAttachVideo()
  useEffect(() => {
    setFollow(async ({ tenantId, brandId, purpose, place }, mediaId) =>
      // A product's files are saved with its form.
      purpose === 'video' ? attach({ tenantId, brandId, planContentId: place, mediaId }) : 'waits',
    )
  }, [attach])
  return <UploadTray />
}
