import dynamic from 'next/dynamic'
import { ContentScreen } from '#publishing/contents/edit/ContentScreen.tsx'

const AccessDialog = dynamic(() => import('#office/explain/AccessDialog.tsx').then((m) => m.AccessDialog), {
  ssr: false,
})

export default function ContentPage() {
  return (
    <ContentScreen
      access={(ids, content, onClose) => <AccessDialog ids={ids} asked={{ content }} onClose={onClose} />}
    />
  )
}
