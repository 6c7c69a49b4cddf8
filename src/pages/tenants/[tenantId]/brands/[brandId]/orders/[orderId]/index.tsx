import { portalPage } from '#office/portal/portalPage.tsx'
import { OrderScreen } from '#shop/desk/OrderScreen.tsx'
import { StaffDownloads } from '#shop/downloads/StaffDownloads.tsx'

const page = () => <OrderScreen downloads={({ orderId, ...ids }) => <StaffDownloads ids={ids} of={{ orderId }} />} />

export default portalPage(page)
