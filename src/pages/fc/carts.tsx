import dynamic from 'next/dynamic'
import type { FramedPage } from '../../client/page'
import { useLocale } from '../../client/words'
import { MyFrame } from '../../features/fans/MyFrame'
import { SkeletonText } from '../../ui/faces/Skeleton'

const loading = () => <SkeletonText lines={8} />
const Screen = dynamic(() => import('../../features/carts/fan/CartsScreen').then((m) => m.CartsScreen), {
  ssr: false,
  loading,
})
const Waiting = dynamic(() => import('../../features/carts/fan/WaitingCart').then((m) => m.WaitingCart), {
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
