import type { GetServerSideProps } from 'next'
import type { FramedPage } from '#client/page.ts'
import { MailScreen, type MailScreenProps } from '#office/sandbox/MailScreen.tsx'

const page: FramedPage<MailScreenProps> = (props) => <MailScreen {...props} />
page.frame = 'bare'

export default page

export const getServerSideProps: GetServerSideProps<MailScreenProps> = async ({ query }) => {
  const { outboxPage } = await import('#server/mail/outboxPage.ts')
  const props = await outboxPage(query)
  return props ? { props } : { notFound: true }
}
