import type { FramedPage } from '#client/page.ts'
import { AuthInitScreen } from '#club/identity/AuthInitScreen.tsx'

const page: FramedPage = () => <AuthInitScreen />
page.frame = 'signIn'

export default page
