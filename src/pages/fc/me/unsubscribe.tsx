import type { FramedPage } from '../../../client/page'
import { MyFrame } from '../../../features/fans/MyFrame'
import { StopMails } from '../../../features/fans/news/StopMails'
import { MailNewsWords, useMailNewsWords } from '../../../features/fans/news/words'

const page: FramedPage = () => (
  <MailNewsWords>
    <Framed />
  </MailNewsWords>
)

export default page

/** Works without signing in: the mail's link is sufficient. */
const Framed = () => {
  const words = useMailNewsWords()
  return (
    <MyFrame title={words.stopTitle} visitor={<StopMails />}>
      <StopMails />
    </MyFrame>
  )
}
