import { signOut } from '../../client/identity'
import { Page } from '../../ui/page/Page'
import { AccountPanel } from './AccountPanel'
import { AccountWords, useAccountWords } from './words'

export const AccountScreen = () => (
  <AccountWords>
    <Account />
  </AccountWords>
)

const Account = () => {
  const words = useAccountWords()
  return (
    <Page title={words.title} lead={words.lead}>
      <AccountPanel onGone={() => void signOut()} />
    </Page>
  )
}
