import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Link } from '../Link'
import { SkipLink } from '../shell/SkipLink'
import { ColorModeSwitch, LanguageSwitch } from '../shell/switches'
import { useUiWords } from '../words'
import { PageTitle } from './Page'

type PlainPageProps = {
  title: string
  lead: string
  /** Path of the page that the site's name leads to. */
  home: string
  /** Above the title. */
  above?: ReactNode
  children: ReactNode
}

/** A page to read, for whoever comes: the site's name, language and colour mode, one column. */
export const PlainPage = ({ title, lead, home, above, children }: PlainPageProps) => {
  const ui = useUiWords()
  return (
    <>
      <SkipLink />
      <PageTitle title={title} />
      <chakra.header display="flex" alignItems="center" gap={2} h="64px" px={{ base: 4, md: 7 }} maxW="page" mx="auto">
        <chakra.span fontWeight="bold" fontSize="1.125rem" letterSpacing=".04em" mr="auto">
          <Link href={home}>{ui.site}</Link>
        </chakra.span>
        <LanguageSwitch />
        <ColorModeSwitch />
      </chakra.header>
      <chakra.main id="main" tabIndex={-1} outline="none" maxW="760px" mx="auto" px={4} pt={{ base: 2, md: 6 }} pb={16}>
        {above}
        <chakra.h1 fontSize={{ base: '1.5rem', md: '3xl' }}>{title}</chakra.h1>
        <chakra.p color="muted" mt={2} mb={6}>
          {lead}
        </chakra.p>
        {children}
      </chakra.main>
    </>
  )
}
