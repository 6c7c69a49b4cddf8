import type { FramedPage } from '#client/page.ts'
import { useKnownFan } from '#client/useFan.ts'
import { MyProfile } from '#club/fans/fan/MyProfile.tsx'
import { MyProfileWords, useMyProfileWords } from '#club/fans/fan/words.tsx'
import { MyFrame } from '#club/fans/MyFrame.tsx'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'

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
