import dynamic from 'next/dynamic'
import { FanScreen } from '../../../../../../features/fans/staff/FanScreen'

const AccessDialog = dynamic(
  () => import('../../../../../../features/contents/explain/AccessDialog').then((m) => m.AccessDialog),
  { ssr: false },
)

export default function FanPage() {
  return <FanScreen access={(ids, fan, onClose) => <AccessDialog ids={ids} asked={{ fan }} onClose={onClose} />} />
}
