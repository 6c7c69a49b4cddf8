import dynamic from 'next/dynamic'
import { ContentView } from '#publishing/contents/fan/ContentView.tsx'
import { EventScreen } from '#publishing/events/form/EventScreen.tsx'
import { Bone } from '#ui/faces/Skeleton.tsx'

const DocumentField = dynamic(
  () => import('#publishing/contents/edit/DocumentField.tsx').then((m) => m.DocumentField),
  { ssr: false, loading: () => <Bone w="100%" h="520px" /> },
)

export default function EventPage() {
  return <EventScreen editor={(props) => <DocumentField {...props} />} view={(text) => <ContentView text={text} />} />
}
