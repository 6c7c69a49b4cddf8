import dynamic from 'next/dynamic'
import { StaffDownloads } from '../../../../../../features/downloads/StaffDownloads'
import { FanScreen } from '../../../../../../features/fans/staff/FanScreen'

const AccessDialog = dynamic(
  () => import('../../../../../../features/contents/explain/AccessDialog').then((m) => m.AccessDialog),
  { ssr: false },
)

export default function FanPage() {
  return (
    <FanScreen
      access={(ids, fan, onClose) => <AccessDialog ids={ids} asked={{ fan }} onClose={onClose} />}
      downloads={({ tenantId, brandId }, uid) => <StaffDownloads ids={{ tenantId, brandId }} of={{ uid }} />}
    />
  )
}
