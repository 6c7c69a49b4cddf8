import type { FramedPage } from '../client/page'
import { LegalScreen } from '../features/legal/LegalScreen'

const page: FramedPage = () => <LegalScreen kind="privacy" />
page.frame = 'fan'

export default page
