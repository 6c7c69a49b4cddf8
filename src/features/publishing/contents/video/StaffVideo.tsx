import dynamic from 'next/dynamic'
import { call } from '#client/call.ts'
import { token } from '#client/identity.ts'
import { contents } from '../contract'

const VideoPlayer = dynamic(() => import('#ui/video/VideoPlayer.tsx').then((m) => m.VideoPlayer), { ssr: false })

type Props = {
  ids: { tenantId: string; brandId: string }
  planContentId: string
  title: string
  videoUrl: string
  thumbnail: string
  /** Seconds that have been played, about four times a second. */
  onTime?: (seconds: number) => void
}

/** A content's video for staff, in any state. */
export const StaffVideo = ({ ids, planContentId, title, videoUrl, thumbnail, onTime }: Props) => {
  // Called only for the cookies that the response sets; the form is left as it is.
  const renew = () => {
    const operation = contents.getPrivatePlanContent
    return call<typeof operation>(operation, { ...ids, planContentId }, { token })
  }
  return (
    <VideoPlayer
      src={videoUrl}
      title={title}
      remember={planContentId}
      renew={renew}
      {...(onTime && { onTime })}
      {...(thumbnail && { poster: thumbnail })}
    />
  )
}
