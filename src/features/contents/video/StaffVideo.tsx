import dynamic from 'next/dynamic'
import { call } from '../../../client/call'
import { token } from '../../../client/identity'
import { contents } from '../contract'

const VideoPlayer = dynamic(() => import('../../../ui/video/VideoPlayer').then((m) => m.VideoPlayer), { ssr: false })

type Props = {
  ids: { tenantId: string; brandId: string }
  planContentId: string
  title: string
  videoUrl: string
  thumbnail: string
}

/** The video of a content as staff see it, whatever its state. */
export const StaffVideo = ({ ids, planContentId, title, videoUrl, thumbnail }: Props) => {
  // Only for the cookies that the answer sets: what is being edited stays as it is.
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
      {...(thumbnail && { poster: thumbnail })}
    />
  )
}
