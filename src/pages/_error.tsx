import type { FramedPage } from '../client/page'
import { StatusScreen } from '../ui/faces/StatusScreen'

const ErrorPage: FramedPage<{ status: number }> = ({ status }) => (
  <StatusScreen kind={status === 404 ? 'notFound' : 'serverError'} />
)
ErrorPage.frame = 'bare'
ErrorPage.getInitialProps = ({ res, err }) => ({ status: res?.statusCode ?? err?.statusCode ?? 500 })

export default ErrorPage
