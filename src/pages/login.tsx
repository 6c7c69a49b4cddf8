import type { FramedPage } from '../client/page'
import { LoginScreen } from '../features/identity/LoginScreen'

const page: FramedPage = () => <LoginScreen />
page.frame = 'door'

export default page
