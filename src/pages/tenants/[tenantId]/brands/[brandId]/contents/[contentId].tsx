import dynamic from 'next/dynamic'
import { portalPage } from '#office/portal/portalPage.tsx'
import { ContentScreen } from '#publishing/contents/edit/ContentScreen.tsx'

const AccessDialog = dynamic(() => import('#office/explain/AccessDialog.tsx').then((m) => m.AccessDialog), {
  ssr: false,
})

function ContentPage() {
  return (
    <ContentScreen
      access={(ids, content, onClose) => <AccessDialog ids={ids} asked={{ content }} onClose={onClose} />}
    />
  )
}

export default portalPage(ContentPage)
