import type { FramedPage } from '#client/page.ts'
import { LegalScreen } from '#club/legal/LegalScreen.tsx'

const page: FramedPage = () => <LegalScreen kind="help" of="fans" />
page.frame = 'fan'

export default page
