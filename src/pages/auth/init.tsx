import type { FramedPage } from '../../client/page'
import { AuthInitScreen } from '../../features/identity/AuthInitScreen'

const page: FramedPage = () => <AuthInitScreen />
page.frame = 'signIn'

export default page
