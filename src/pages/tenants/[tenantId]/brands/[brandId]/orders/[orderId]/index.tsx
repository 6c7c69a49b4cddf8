import { StaffDownloads } from '../../../../../../../features/downloads/StaffDownloads'
import { OrderScreen } from '../../../../../../../features/orders/staff/OrderScreen'

const page = () => <OrderScreen downloads={({ orderId, ...ids }) => <StaffDownloads ids={ids} of={{ orderId }} />} />

export default page
