import type { FramedPage } from '#client/page.ts'
import { WaysHome } from '#club/identity/WaysHome.tsx'
import { StatusScreen } from '#ui/faces/StatusScreen.tsx'

const NotFound: FramedPage = () => <StatusScreen action={<WaysHome />} />
NotFound.frame = 'bare'

export default NotFound
