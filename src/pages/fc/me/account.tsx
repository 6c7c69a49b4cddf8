import dynamic from 'next/dynamic'
import type { FramedPage } from '../../../client/page'
import { AccountWords, useAccountWords } from '../../../features/accounts/words'
import { MyFrame } from '../../../features/fans/MyFrame'
import { SignInAgain } from '../../../features/identity/SignInAgain'
import { SkeletonText } from '../../../ui/faces/Skeleton'

const AccountPanel = dynamic(() => import('../../../features/accounts/AccountPanel').then((m) => m.AccountPanel), {
  ssr: false,
  loading: () => <SkeletonText lines={6} />,
})

const MailSettings = dynamic(() => import('../../../features/fans/news/MailSettings').then((m) => m.MailSettings), {
  ssr: false,
  loading: () => <SkeletonText lines={3} />,
})

const signOut = async () => (await import('../../../client/identity')).signOut('fanclub')

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
      <MailSettings />
      <AccountPanel isFan onGone={() => void signOut()} />
      <SignInAgain product="fanclub" />
    </MyFrame>
  )
}
