import type { FramedPage } from '#client/page.ts'
import { TourScreen } from '#office/sandbox/TourScreen.tsx'

const page: FramedPage = () => <TourScreen />
page.frame = 'bare'

export default page
