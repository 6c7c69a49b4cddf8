import { chakra } from '@chakra-ui/react'
import { LinkButton } from '../Button'
import { AlertIcon, SearchIcon } from '../look/icons'
import { PageTitle } from '../page/Page'
import { useUiWords } from '../words'
import { EmptyState } from './EmptyState'

/** The pages for an address that leads nowhere and for a server that cannot answer. */
export const StatusScreen = ({ kind }: { kind: 'notFound' | 'serverError' }) => {
  const words = useUiWords()
  const missing = kind === 'notFound'
  const title = missing ? words.notFoundTitle : words.serverErrorTitle
  return (
    <chakra.main id="main" minH="100dvh" display="grid" alignContent="center">
      <PageTitle title={title} />
      <EmptyState
        level={1}
        icon={missing ? <SearchIcon size={24} /> : <AlertIcon size={24} />}
        title={title}
        text={missing ? words.notFoundText : words.serverErrorText}
        action={
          <LinkButton href="/" look="primary">
            {words.toHome}
          </LinkButton>
        }
      />
    </chakra.main>
  )
}
