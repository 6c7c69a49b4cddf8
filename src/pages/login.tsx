import type { FramedPage } from '../client/page'
import { config } from '../config'
import { LoginScreen, type LoginSettings } from '../features/identity/LoginScreen'
import { visitorPage } from '../server/ask'

type Props = { settings: LoginSettings }

export const getServerSideProps = visitorPage<Props>(async () => {
  const { signInProviders, isDemo, termsUrl, privacyUrl } = config()
  return { props: { settings: { signInProviders, isDemo, termsUrl, privacyUrl } } }
})

const page: FramedPage<Props> = (props) => <LoginScreen {...props} />
page.frame = 'signIn'
page.rests = true

export default page
