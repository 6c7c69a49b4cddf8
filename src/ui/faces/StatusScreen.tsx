import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { LinkButton } from '../Button'
import { SearchIcon } from '../look/icons'
import { PageTitle } from '../page/Page'
import { useUiWords } from '../words'
import { EmptyState } from './EmptyState'

/** The page for a URL that does not exist. `action`: the ways on from here, in place of the one home. */
export const StatusScreen = ({ action }: { action?: ReactNode }) => {
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
          action ?? (
            <LinkButton href="/" look="primary">
              {words.toHome}
            </LinkButton>
          )
        }
      />
    </chakra.main>
  )
}
