import dynamic from 'next/dynamic'
import { portalPage } from '#office/portal/portalPage.tsx'
import { NewEventScreen } from '#publishing/events/form/NewEventScreen.tsx'
import { Bone } from '#ui/faces/Skeleton.tsx'

const DocumentField = dynamic(
  () => import('#publishing/contents/edit/DocumentField.tsx').then((m) => m.DocumentField),
  { ssr: false, loading: () => <Bone w="100%" h="520px" /> },
)

function NewEventPage() {
  return <NewEventScreen editor={(props) => <DocumentField {...props} />} />
}

export default portalPage(NewEventPage)
