import type { FramedPage } from '../client/page'
import { StatusScreen } from '../ui/faces/StatusScreen'

const NotFound: FramedPage = () => <StatusScreen />
NotFound.frame = 'bare'

export default NotFound
