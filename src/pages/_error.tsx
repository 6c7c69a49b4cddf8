import Head from 'next/head'
import type { FramedPage } from '#client/page.ts'
import { WaysHome } from '#club/identity/WaysHome.tsx'
import { ErrorScreen } from '#ui/faces/ErrorBoundary.tsx'
import { StatusScreen } from '#ui/faces/StatusScreen.tsx'

/** Shows the specification's screen for any failure of a page, on the server or in the browser. */
const ErrorPage: FramedPage<{ status: number }> = ({ status }) =>
  status === 404 ? (
    <StatusScreen action={<WaysHome />} />
  ) : (
    <>
      <Head>
        <title>Tsudoi</title>
      </Head>
      <ErrorScreen />
    </>
  )
ErrorPage.frame = 'bare'
ErrorPage.getInitialProps = ({ res, err }) => ({ status: res?.statusCode ?? err?.statusCode ?? 500 })

export default ErrorPage
