import dynamic from 'next/dynamic'
import type { FramedPage } from '#client/page.ts'
import { useLocale } from '#client/words.tsx'
import { MyFrame } from '#club/fans/MyFrame.tsx'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'

const Screen = dynamic(() => import('#office/fanHome/FanHomeScreen.tsx').then((m) => m.FanHomeScreen), {
  ssr: false,
  loading: () => <SkeletonText lines={8} />,
})
const titles = { ja: 'ホーム', en: 'Home' }

const page: FramedPage = () => (
  <MyFrame title={titles[useLocale()]}>
    <Screen />
  </MyFrame>
)

export default page
