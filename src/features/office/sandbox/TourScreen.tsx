import { chakra } from '@chakra-ui/react'
import { routes } from '#client/routes.ts'
import { useLocale } from '#client/words.tsx'
import { AnchorButton } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Link } from '#ui/Link.tsx'
import { ChevronRightIcon } from '#ui/look/icons.tsx'
import { PlainPage } from '#ui/page/PlainPage.tsx'
import { CopyText } from '#ui/text/CopyText.tsx'
import { type Walk, walks } from './tour'
import { SandboxWords, useSandboxWords } from './words'

/** What there is to see in the demo's club, as a fan, its creator and the operator. */
export const TourScreen = () => (
  <SandboxWords>
    <Tour />
  </SandboxWords>
)

const Tour = () => {
  const { tour: words } = useSandboxWords()
  return (
    <PlainPage title={words.title} lead={words.lead} home={routes.home()}>
      <chakra.div display="grid" gap={6}>
        {(Object.keys(walks) as Walk[]).map((walk) => (
          <WalkCard key={walk} walk={walk} />
        ))}
      </chakra.div>
    </PlainPage>
  )
}

const Stop = chakra(Link, {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: 4,
    px: { base: 4, md: 5 },
    py: 3,
    minH: '44px',
    borderTopWidth: '1px',
    borderColor: 'border',
    _hover: { bg: 'hover' },
  },
})

const WalkCard = ({ walk }: { walk: Walk }) => {
  const { tour: words } = useSandboxWords()
  const locale = useLocale()
  const { email, stops } = walks[walk]
  const says: { title: string; lead: string; stops: Record<string, { title: string; text: string }> } =
    words.walks[walk]
  const [first = routes.home()] = Object.values(stops)
  const inOwn = locale === 'en' ? '/en' : ''
  const login = `${inOwn}${routes.login({ query: { redirect_to: `${inOwn}${first}` } })}`
  return (
    <Card
      flush
      title={says.title}
      lead={says.lead}
      action={
        <AnchorButton size="s" href={login} aria-label={words.signInAs(email)}>
          {words.signIn}
        </AnchorButton>
      }
    >
      <chakra.p px={{ base: 4, md: 5 }} pb={3} fontSize="sm" color="muted">
        <CopyText text={email} label={words.email} />
      </chakra.p>
      <ol>
        {Object.entries(stops).map(([stop, href], n) => (
          <li key={stop}>
            <Stop href={href}>
              <chakra.span color="faint" fontVariantNumeric="tabular-nums" w="1.25em" flexShrink={0} aria-hidden>
                {n + 1}
              </chakra.span>
              <chakra.span minW={0} flex="1">
                <chakra.span display="block" fontWeight="semibold" color="accentText">
                  {says.stops[stop]?.title}
                </chakra.span>
                <chakra.span display="block" fontSize="sm" color="muted">
                  {says.stops[stop]?.text}
                </chakra.span>
              </chakra.span>
              <chakra.span color="faint" flexShrink={0} display="grid">
                <ChevronRightIcon size={16} />
              </chakra.span>
            </Stop>
          </li>
        ))}
      </ol>
    </Card>
  )
}
