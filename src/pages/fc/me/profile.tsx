import type { FramedPage } from '../../../client/page'
import { useKnownFan } from '../../../client/useFan'
import { MyProfile } from '../../../features/fans/fan/MyProfile'
import { MyProfileWords, useMyProfileWords } from '../../../features/fans/fan/words'
import { MyFrame } from '../../../features/fans/MyFrame'
import { SkeletonText } from '../../../ui/faces/Skeleton'

const page: FramedPage = () => (
  <MyProfileWords>
    <Framed />
  </MyProfileWords>
)

export default page

const Framed = () => {
  const words = useMyProfileWords()
  return (
    <MyFrame title={words.title} lead={words.lead}>
      <Mine />
    </MyFrame>
  )
}

const Mine = () => {
  const fan = useKnownFan()
  return fan ? <MyProfile fan={fan} /> : <SkeletonText lines={4} />
}
