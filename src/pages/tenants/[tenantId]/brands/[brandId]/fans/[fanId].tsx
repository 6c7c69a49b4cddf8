import dynamic from 'next/dynamic'
import { FanScreen } from '#office/fans/FanScreen.tsx'
import { portalPage } from '#office/portal/portalPage.tsx'
import { StaffDownloads } from '#shop/downloads/StaffDownloads.tsx'

const AccessDialog = dynamic(() => import('#office/explain/AccessDialog.tsx').then((m) => m.AccessDialog), {
  ssr: false,
})

function FanPage() {
  return (
    <FanScreen
      access={(ids, fan, onClose) => <AccessDialog ids={ids} asked={{ fan }} onClose={onClose} />}
      downloads={({ tenantId, brandId }, uid) => <StaffDownloads ids={{ tenantId, brandId }} of={{ uid }} />}
    />
  )
}

export default portalPage(FanPage)
