import type { FramedPage } from '../client/page'
import { StatusScreen } from '../ui/faces/StatusScreen'

const NotFound: FramedPage = () => <StatusScreen kind="notFound" />
NotFound.frame = 'bare'

export default NotFound
