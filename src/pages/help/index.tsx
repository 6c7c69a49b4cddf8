import type { FramedPage } from '#client/page.ts'
import { HelpScreen } from '#office/help/HelpScreen.tsx'

const page: FramedPage = () => <HelpScreen />
page.frame = 'fan'

export default page
