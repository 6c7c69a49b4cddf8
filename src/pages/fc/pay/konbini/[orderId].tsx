import dynamic from 'next/dynamic'
import type { FramedPage } from '#client/page.ts'
import { useLocale } from '#client/words.tsx'
import { MyFrame } from '#club/fans/MyFrame.tsx'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'

const Screen = dynamic(() => import('#shop/orders/fan/KonbiniScreen.tsx').then((m) => m.KonbiniScreen), {
  ssr: false,
  loading: () => <SkeletonText lines={8} />,
})
const titles = { ja: 'コンビニ払い', en: 'Pay at a convenience store' }

const page: FramedPage = () => (
  <MyFrame title={titles[useLocale()]}>
    <Screen />
  </MyFrame>
)

export default page
