import dynamic from 'next/dynamic'
import { NewEventScreen } from '../../../../../../features/events/form/NewEventScreen'
import { Bone } from '../../../../../../ui/faces/Skeleton'

const DocumentField = dynamic(
  () => import('../../../../../../features/contents/edit/DocumentField').then((m) => m.DocumentField),
  { ssr: false, loading: () => <Bone w="100%" h="520px" /> },
)

export default function NewEventPage() {
  return <NewEventScreen editor={(props) => <DocumentField {...props} />} />
}
