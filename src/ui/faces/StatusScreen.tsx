import { chakra } from '@chakra-ui/react'
import { LinkButton } from '../Button'
import { SearchIcon } from '../look/icons'
import { PageTitle } from '../page/Page'
import { useUiWords } from '../words'
import { EmptyState } from './EmptyState'

/** The page for a URL that does not exist. */
export const StatusScreen = () => {
  const words = useUiWords()
  const title = words.notFoundTitle
  return (
    <chakra.main id="main" minH="100dvh" display="grid" alignContent="center">
      <PageTitle title={title} />
      <EmptyState
        level={1}
        icon={<SearchIcon size={24} />}
        title={title}
        text={words.notFoundText}
        action={
          <LinkButton href="/" look="primary">
            {words.toHome}
          </LinkButton>
        }
      />
    </chakra.main>
  )
}
