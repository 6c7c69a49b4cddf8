import dynamic from 'next/dynamic'
import type { FramedPage } from '../../../client/page'
import { useLocale } from '../../../client/words'
import { MyFrame } from '../../../features/fans/MyFrame'
import { SkeletonText } from '../../../ui/faces/Skeleton'

const Screen = dynamic(() => import('../../../features/carts/fan/CheckoutScreen').then((m) => m.CheckoutScreen), {
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
