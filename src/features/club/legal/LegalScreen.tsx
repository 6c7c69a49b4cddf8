import { chakra } from '@chakra-ui/react'
import { routes } from '#client/routes.ts'
import { Surface } from '#ui/Card.tsx'
import { Link } from '#ui/Link.tsx'
import { PlainPage } from '#ui/page/PlainPage.tsx'
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
  const other = of === 'fans' ? 'creators' : 'fans'
  const { title, lead, sections } = words[kind]
  return (
    <PlainPage title={title} lead={lead} home={routes.home()}>
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
      <LegalLinks kind={kind} of={of} words={words} other={other} />
    </PlainPage>
  )
}

type LinksProps = { kind: Kind; of: Audience; other: Audience; words: LegalWordsText }

const LegalLinks = ({ kind, of, other, words }: LinksProps) => (
  <chakra.nav aria-label={words.others} mt={6} display="flex" flexWrap="wrap" gap={4} color="accentText">
    {kinds
      .filter((another) => another !== kind)
      .map((another) => (
        <Link key={another} href={addresses[of][another]()}>
          {words[another].title}
        </Link>
      ))}
    <Link href={addresses[other][kind]()}>{words.toOthers}</Link>
  </chakra.nav>
)

/** Below the creators' help: terms and privacy, and the help of fans. */
export const HelpLinks = () => (
  <LegalWords>
    <CreatorsLinks />
  </LegalWords>
)
const CreatorsLinks = () => <LegalLinks kind="help" of="creators" other="fans" words={useLegalWords()} />
