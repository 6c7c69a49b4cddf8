import dynamic from 'next/dynamic'
import { NewEventScreen } from '#publishing/events/form/NewEventScreen.tsx'
import { Bone } from '#ui/faces/Skeleton.tsx'

const DocumentField = dynamic(
  () => import('#publishing/contents/edit/DocumentField.tsx').then((m) => m.DocumentField),
  { ssr: false, loading: () => <Bone w="100%" h="520px" /> },
)

export default function NewEventPage() {
  return <NewEventScreen editor={(props) => <DocumentField {...props} />} />
}
