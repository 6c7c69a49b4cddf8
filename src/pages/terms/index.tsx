import type { FramedPage } from '#client/page.ts'
import { LegalScreen } from '#club/legal/LegalScreen.tsx'

const page: FramedPage = () => <LegalScreen kind="terms" of="creators" />
page.frame = 'fan'

export default page
