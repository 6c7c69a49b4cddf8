import dynamic from 'next/dynamic'
import type { FramedPage } from '../../../client/page'
import { useLocale } from '../../../client/words'
import { MyFrame } from '../../../features/fans/MyFrame'
import { SkeletonText } from '../../../ui/faces/Skeleton'

const Screen = dynamic(() => import('../../../features/subscriptions/fan/MyPlansScreen').then((m) => m.MyPlansScreen), {
  ssr: false,
  loading: () => <SkeletonText lines={8} />,
})
const titles = { ja: '加入中のプラン', en: 'My plans' }

const page: FramedPage = () => (
  <MyFrame title={titles[useLocale()]}>
    <Screen />
  </MyFrame>
)

export default page
