import { chakra } from '@chakra-ui/react'
import { LinkButton } from '../Button'
import { Card } from '../Card'
import { CopyText } from '../text/CopyText'
import { useUiWords } from '../words'

type PublicPageCardProps = { title: string; lead: string; page: { href: string; address: string } }

/** URL of the public page of the edited item, to copy or to open. */
export const PublicPageCard = ({ title, lead, page: { href, address } }: PublicPageCardProps) => {
  const { seePage } = useUiWords()
  return (
    <Card title={title} lead={lead}>
      <chakra.div display="grid" gap={3} justifyItems="start">
        <CopyText text={address} label={title} />
        <LinkButton href={href}>{seePage}</LinkButton>
      </chakra.div>
    </Card>
  )
}
