import dynamic from 'next/dynamic'
import type { FramedPage } from '../../../../../client/page'
import { useLocale } from '../../../../../client/words'
import { MyFrame } from '../../../../../features/fans/MyFrame'
import { SkeletonText } from '../../../../../ui/faces/Skeleton'

const Screen = dynamic(() => import('../../../../../features/orders/fan/OrderScreen').then((m) => m.OrderScreen), {
  ssr: false,
  loading: () => <SkeletonText lines={8} />,
})
const Downloads = dynamic(
  () => import('../../../../../features/downloads/fan/FanDownloads').then((m) => m.FanDownloads),
  { ssr: false },
)
const PickUp = dynamic(() => import('../../../../../features/eventGoods/fan/FanPickUp').then((m) => m.FanPickUp), {
  ssr: false,
})
const titles = { ja: 'ご注文', en: 'Your order' }

const page: FramedPage = () => (
  <MyFrame title={titles[useLocale()]}>
    <Screen
      more={({ downloads, pickUp, orderNumber, orderedGoods: [first] }) => (
        <>
          {pickUp && <PickUp pickUp={pickUp} orderNumber={orderNumber} />}
          {first && downloads.length > 0 && <Downloads downloads={downloads} brandSlug={first.bransSlug} />}
        </>
      )}
    />
  </MyFrame>
)

export default page
