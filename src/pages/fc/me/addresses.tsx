import dynamic from 'next/dynamic'
import type { FramedPage } from '#client/page.ts'
import { useLocale } from '#client/words.tsx'
import { MyFrame } from '#club/fans/MyFrame.tsx'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'

const Screen = dynamic(() => import('#shop/carts/fan/AddressesScreen.tsx').then((m) => m.AddressesScreen), {
  ssr: false,
  loading: () => <SkeletonText lines={8} />,
})
const titles = { ja: 'お届け先', en: 'Addresses' }

const page: FramedPage = () => (
  <MyFrame title={titles[useLocale()]}>
    <Screen />
  </MyFrame>
)

export default page
