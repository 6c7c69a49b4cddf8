import dynamic from 'next/dynamic'
import type { FramedPage } from '#client/page.ts'
import { useLocale } from '#client/words.tsx'
import { MyFrame } from '#club/fans/MyFrame.tsx'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'

const Screen = dynamic(() => import('#shop/carts/fan/CheckoutScreen.tsx').then((m) => m.CheckoutScreen), {
  ssr: false,
  loading: () => <SkeletonText lines={8} />,
})
const titles = { ja: 'ご購入手続き', en: 'Checkout' }

const page: FramedPage = () => (
  <MyFrame title={titles[useLocale()]}>
    <Screen />
  </MyFrame>
)

export default page
