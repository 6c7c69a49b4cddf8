import dynamic from 'next/dynamic'
import { portalPage } from '#office/portal/portalPage.tsx'
import { EventScreen } from '#publishing/events/form/EventScreen.tsx'
import { CalledOffWords } from '#shop/eventGoods/calledOff/words.tsx'
import { Bone } from '#ui/faces/Skeleton.tsx'

const DocumentField = dynamic(
  () => import('#publishing/contents/edit/DocumentField.tsx').then((m) => m.DocumentField),
  { ssr: false, loading: () => <Bone w="100%" h="520px" /> },
)

const ContentView = dynamic(() => import('#publishing/contents/fan/ContentView.tsx').then((m) => m.ContentView), {
  ssr: false,
})

// Of an event that does not take place as planned, which few are.
const calledOff = () => import('#shop/eventGoods/calledOff/GoodsOfEvent.tsx')
const CancelEvent = dynamic(() => calledOff().then((m) => m.CancelEvent), { ssr: false })
const GoodsOfPostponed = dynamic(() => calledOff().then((m) => m.GoodsOfPostponed), { ssr: false })
const LeftOfCanceled = dynamic(() => calledOff().then((m) => m.LeftOfCanceled), { ssr: false })

function EventPage() {
  return (
    <CalledOffWords>
      <EventScreen
        editor={(props) => <DocumentField {...props} />}
        view={(text) => <ContentView text={text} />}
        slots={{
          cancelDialog: (ids, dialog) => <CancelEvent ids={ids} {...dialog} />,
          goodsOfPostponed: (ids) => <GoodsOfPostponed ids={ids} />,
          goodsOfCanceled: (ids) => <LeftOfCanceled ids={ids} />,
        }}
      />
    </CalledOffWords>
  )
}

export default portalPage(EventPage)
