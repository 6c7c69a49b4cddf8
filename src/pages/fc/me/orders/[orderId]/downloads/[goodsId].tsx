import dynamic from 'next/dynamic'
import type { FramedPage } from '../../../../../../client/page'
import { useLocale } from '../../../../../../client/words'
import { MyFrame } from '../../../../../../features/fans/MyFrame'
import { SkeletonText } from '../../../../../../ui/faces/Skeleton'

const Screen = dynamic(
  () => import('../../../../../../features/downloads/fan/DownloadScreen').then((m) => m.DownloadScreen),
  { ssr: false, loading: () => <SkeletonText lines={4} /> },
)
const titles = { ja: 'ダウンロード', en: 'Downloads' }

const page: FramedPage = () => (
  <MyFrame title={titles[useLocale()]}>
    <Screen />
  </MyFrame>
)

export default page
