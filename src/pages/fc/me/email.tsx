import dynamic from 'next/dynamic'
import type { FramedPage } from '#client/page.ts'
import { MyFrame } from '#club/fans/MyFrame.tsx'
import { AccountWords, useAccountWords } from '#office/accounts/words.tsx'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'

const ConfirmEmail = dynamic(() => import('#office/accounts/ConfirmEmail.tsx').then((m) => m.ConfirmEmail), {
  ssr: false,
  loading: () => <SkeletonText lines={3} />,
})

const page: FramedPage = () => (
  <AccountWords>
    <Framed />
  </AccountWords>
)

export default page

const Framed = () => {
  const { address: words } = useAccountWords()
  return (
    <MyFrame title={words.confirmTitle}>
      <ConfirmEmail />
    </MyFrame>
  )
}
