import dynamic from 'next/dynamic'
import type { FramedPage } from '#client/page.ts'
import { useLocale } from '#client/words.tsx'
import { MyFrame } from '#club/fans/MyFrame.tsx'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'

const Screen = dynamic(() => import('#shop/orders/fan/OrderScreen.tsx').then((m) => m.OrderScreen), {
  ssr: false,
  loading: () => <SkeletonText lines={8} />,
})
const Downloads = dynamic(() => import('#shop/downloads/fan/FanDownloads.tsx').then((m) => m.FanDownloads), {
  ssr: false,
})
const PickUp = dynamic(() => import('#shop/eventGoods/fan/FanPickUp.tsx').then((m) => m.FanPickUp), {
  ssr: false,
})
const titles = { ja: 'ご注文', en: 'Your order' }

const page: FramedPage = () => (
  <MyFrame title={titles[useLocale()]}>
    <Screen
      more={({ downloads, pickUp, orderNumber, brandName, orderedGoods: [first] }, shownBy) => (
        <>
          {pickUp && <PickUp pickUp={pickUp} orderNumber={orderNumber} brandName={brandName} />}
          {first && downloads.length > 0 && (
            <Downloads downloads={downloads} brandSlug={first.bransSlug} shownBy={shownBy} />
          )}
        </>
      )}
    />
  </MyFrame>
)

export default page
