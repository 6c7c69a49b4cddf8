import dynamic from 'next/dynamic'
import type { FramedPage } from '#client/page.ts'
import { useLocale } from '#client/words.tsx'
import { MyFrame } from '#club/fans/MyFrame.tsx'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'

const Screen = dynamic(() => import('#shop/orders/fan/DownloadScreen.tsx').then((m) => m.DownloadScreen), {
  ssr: false,
  loading: () => <SkeletonText lines={4} />,
})
const titles = { ja: 'ダウンロード', en: 'Downloads' }

const page: FramedPage = () => (
  <MyFrame title={titles[useLocale()]}>
    <Screen />
  </MyFrame>
)

export default page
