import dynamic from 'next/dynamic'
import { ContentView } from '../../../../../../features/contents/fan/ContentView'
import { EventScreen } from '../../../../../../features/events/form/EventScreen'
import { Bone } from '../../../../../../ui/faces/Skeleton'

const DocumentField = dynamic(
  () => import('../../../../../../features/contents/edit/DocumentField').then((m) => m.DocumentField),
  { ssr: false, loading: () => <Bone w="100%" h="520px" /> },
)

export default function EventPage() {
  return <EventScreen editor={(props) => <DocumentField {...props} />} view={(text) => <ContentView text={text} />} />
}
