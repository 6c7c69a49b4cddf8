import dynamic from 'next/dynamic'
import type { FramedPage } from '#client/page.ts'
import { useLocale } from '#client/words.tsx'
import { MyFrame } from '#club/fans/MyFrame.tsx'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'

const loading = () => <SkeletonText lines={8} />
const Screen = dynamic(() => import('#shop/carts/fan/CartsScreen.tsx').then((m) => m.CartsScreen), {
  ssr: false,
  loading,
})
const Waiting = dynamic(() => import('#shop/carts/fan/WaitingCart.tsx').then((m) => m.WaitingCart), {
  ssr: false,
  loading,
})
const titles = { ja: 'カート', en: 'Cart' }

const page: FramedPage = () => (
  <MyFrame title={titles[useLocale()]} visitor={<Waiting />}>
    <Screen />
  </MyFrame>
)

export default page
