import { chakra } from '@chakra-ui/react'
import { routes } from '#client/routes.ts'
import { Surface } from '#ui/Card.tsx'
import { Link } from '#ui/Link.tsx'
import { PageTitle } from '#ui/page/Page.tsx'
import { SkipLink } from '#ui/shell/SkipLink.tsx'
import { ColorModeSwitch, LanguageSwitch } from '#ui/shell/switches.tsx'
import { useUiWords } from '#ui/words.tsx'
import { LegalWords, useLegalWords } from './words'

type Kind = 'help' | 'terms' | 'privacy'
const kinds: readonly Kind[] = ['help', 'terms', 'privacy']

/** The demo's own help, terms and privacy policy, so that what one agrees to can be read. */
export const LegalScreen = ({ kind }: { kind: Kind }) => (
  <LegalWords>
    <Screen kind={kind} />
  </LegalWords>
)

const Screen = ({ kind }: { kind: Kind }) => {
  const words = useLegalWords()
  const ui = useUiWords()
  const { title, lead, sections } = words[kind]
  return (
    <>
      <SkipLink />
      <PageTitle title={title} />
      <chakra.header display="flex" alignItems="center" gap={2} h="64px" px={{ base: 4, md: 7 }} maxW="page" mx="auto">
        <chakra.span fontWeight="bold" fontSize="1.125rem" letterSpacing=".04em" mr="auto">
          <Link href={routes.home()}>{ui.site}</Link>
        </chakra.span>
        <LanguageSwitch />
        <ColorModeSwitch />
      </chakra.header>
      <chakra.main id="main" tabIndex={-1} outline="none" maxW="760px" mx="auto" px={4} pt={{ base: 2, md: 6 }} pb={16}>
        <chakra.h1 fontSize={{ base: '1.5rem', md: '3xl' }}>{title}</chakra.h1>
        <chakra.p color="muted" mt={2} mb={6}>
          {lead}
        </chakra.p>
        <Surface as="div" p={{ base: 5, md: 8 }} display="grid" gap={7}>
          {sections.map((section) => (
            <section key={section.title}>
              <chakra.h2 fontSize="lg" mb={2}>
                {section.title}
              </chakra.h2>
              {section.text.map((paragraph) => (
                <chakra.p key={paragraph} mt={2}>
                  {paragraph}
                </chakra.p>
              ))}
            </section>
          ))}
        </Surface>
        <chakra.nav aria-label={words.others} mt={6} display="flex" flexWrap="wrap" gap={4} color="accentText">
          {kinds
            .filter((other) => other !== kind)
            .map((other) => (
              <Link key={other} href={routes[other]()}>
                {words[other].title}
              </Link>
            ))}
        </chakra.nav>
      </chakra.main>
    </>
  )
}
