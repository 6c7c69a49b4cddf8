import dynamic from 'next/dynamic'
import { portalPage } from '#office/portal/portalPage.tsx'
import { OrderScreen } from '#shop/desk/OrderScreen.tsx'

const StaffDownloads = dynamic(() => import('#shop/downloads/StaffDownloads.tsx').then((m) => m.StaffDownloads), {
  ssr: false,
})

const page = () => <OrderScreen downloads={({ orderId, ...ids }) => <StaffDownloads ids={ids} of={{ orderId }} />} />

export default portalPage(page)
