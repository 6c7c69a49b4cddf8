import type { FramedPage } from '../client/page'
import { OAuthCallbackScreen } from '../features/identity/OAuthCallbackScreen'

const page: FramedPage = () => <OAuthCallbackScreen />
page.frame = 'signIn'

export default page
