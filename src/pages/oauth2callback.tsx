import type { FramedPage } from '#client/page.ts'
import { OAuthCallbackScreen } from '#club/identity/OAuthCallbackScreen.tsx'

const page: FramedPage = () => <OAuthCallbackScreen />
page.frame = 'signIn'

export default page
