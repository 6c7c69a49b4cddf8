import { chakra } from '@chakra-ui/react'
import { routes } from '#client/routes.ts'
import { Surface } from '#ui/Card.tsx'
import { Link } from '#ui/Link.tsx'
import { PageTitle } from '#ui/page/Page.tsx'
import { SkipLink } from '#ui/shell/SkipLink.tsx'
import { ColorModeSwitch, LanguageSwitch } from '#ui/shell/switches.tsx'
import { useUiWords } from '#ui/words.tsx'
import { FanLegalWords, LegalWords, useFanLegalWords, useLegalWords } from './words'
import type { LegalWordsText } from './words.ja'

type Kind = 'help' | 'terms' | 'privacy'
const kinds: readonly Kind[] = ['help', 'terms', 'privacy']
type Audience = 'creators' | 'fans'
const addresses = {
  creators: { help: routes.help, terms: routes.terms, privacy: routes.privacy },
  fans: { help: routes.fansHelp, terms: routes.fansTerms, privacy: routes.fansPrivacy },
} as const

/** The demo's own help, terms and privacy policy, so that what one agrees to can be read; creators and fans agree to different things. */
export const LegalScreen = ({ kind, of }: { kind: Kind; of: Audience }) =>
  of === 'fans' ? (
    <FanLegalWords>
      <ForFans kind={kind} />
    </FanLegalWords>
  ) : (
    <LegalWords>
      <ForCreators kind={kind} />
    </LegalWords>
  )

const ForFans = ({ kind }: { kind: Kind }) => <Screen kind={kind} of="fans" words={useFanLegalWords()} />
const ForCreators = ({ kind }: { kind: Kind }) => <Screen kind={kind} of="creators" words={useLegalWords()} />

const Screen = ({ kind, of, words }: { kind: Kind; of: Audience; words: LegalWordsText }) => {
  const ui = useUiWords()
  const other = of === 'fans' ? 'creators' : 'fans'
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
            .map((another) => (
              <Link key={another} href={addresses[of][another]()}>
                {words[another].title}
              </Link>
            ))}
          <Link href={addresses[other][kind]()}>{words.toOthers}</Link>
        </chakra.nav>
      </chakra.main>
    </>
  )
}
