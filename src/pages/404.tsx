import type { FramedPage } from '#client/page.ts'
import { StatusScreen } from '#ui/faces/StatusScreen.tsx'

const NotFound: FramedPage = () => <StatusScreen />
NotFound.frame = 'bare'

export default NotFound
