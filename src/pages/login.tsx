import type { GetServerSideProps } from 'next'
import type { FramedPage } from '../client/page'
import { config } from '../config'
import { LoginScreen, type LoginSettings } from '../features/identity/LoginScreen'

type Props = { settings: LoginSettings }

export const getServerSideProps: GetServerSideProps<Props> = async () => {
  const { signInProviders, isDemo, termsUrl, privacyUrl } = config()
  return { props: { settings: { signInProviders, isDemo, termsUrl, privacyUrl } } }
}

const page: FramedPage<Props> = (props) => <LoginScreen {...props} />
page.frame = 'door'
page.rests = true

export default page
