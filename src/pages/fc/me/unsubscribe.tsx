import type { FramedPage } from '#client/page.ts'
import { MyFrame } from '#club/fans/MyFrame.tsx'
import { StopMails } from '#publishing/news/StopMails.tsx'
import { MailNewsWords, useMailNewsWords } from '#publishing/news/words.tsx'

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
