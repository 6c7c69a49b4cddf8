import dynamic from 'next/dynamic'
import type { FramedPage } from '#client/page.ts'
import { MyFrame } from '#club/fans/MyFrame.tsx'
import { SignInAgain } from '#club/identity/SignInAgain.tsx'
import { AccountWords, useAccountWords } from '#office/accounts/words.tsx'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'

const AccountPanel = dynamic(() => import('#office/accounts/AccountPanel.tsx').then((m) => m.AccountPanel), {
  ssr: false,
  loading: () => <SkeletonText lines={6} />,
})

const MailSettings = dynamic(() => import('#publishing/news/MailSettings.tsx').then((m) => m.MailSettings), {
  ssr: false,
  loading: () => <SkeletonText lines={3} />,
})

const PushSettings = dynamic(() => import('#club/push/fan/PushSettings.tsx').then((m) => m.PushSettings), {
  ssr: false,
  loading: () => <SkeletonText lines={3} />,
})

const signOut = async () => (await import('#client/identity.ts')).signOut('fanclub')

const page: FramedPage = () => (
  <AccountWords>
    <Framed />
  </AccountWords>
)

export default page

const Framed = () => {
  const words = useAccountWords()
  return (
    <MyFrame title={words.title} lead={words.fanLead}>
      <PushSettings />
      <MailSettings />
      <AccountPanel isFan onGone={() => void signOut()} />
      <SignInAgain product="fanclub" />
    </MyFrame>
  )
}
