import { chakra } from '@chakra-ui/react'
import { useRouter } from 'next/router'
import { useEffect } from 'react'
import { routes } from '#client/routes.ts'
import { useConfig } from '#client/useConfig.ts'
import { useTenantUser } from '#club/identity/session.tsx'
import { tourPath } from '#office/sandbox/tour.tsx'
import { AnchorButton, LinkButton } from '#ui/Button.tsx'
import { LoadingScreen } from '#ui/faces/LoadingScreen.tsx'
import { Link } from '#ui/Link.tsx'
import { BagIcon, ChartIcon, CheckIcon, PlayIcon, ShieldIcon, StarIcon } from '#ui/look/icons.tsx'
import { Picture } from '#ui/Picture.tsx'
import { PageTitle } from '#ui/page/Page.tsx'
import { ColorModeSwitch, LanguageSwitch } from '#ui/shell/switches.tsx'
import { homeOf } from './homeOf'
import { PortalWords, usePortalWords } from './words'

export const HomeScreen = () => (
  <PortalWords>
    <Home />
  </PortalWords>
)
HomeScreen.frame = 'signIn' as const

const points = [
  { key: 'plans', icon: <StarIcon size={22} /> },
  { key: 'contents', icon: <PlayIcon size={22} /> },
  { key: 'payments', icon: <CheckIcon size={22} /> },
  { key: 'goods', icon: <BagIcon size={22} /> },
  { key: 'money', icon: <ChartIcon size={22} /> },
  { key: 'trust', icon: <ShieldIcon size={22} /> },
] as const

const Home = () => {
  const words = usePortalWords()
  const config = useConfig()
  const { user } = useTenantUser()
  const { replace, locale } = useRouter()
  const login = `${locale === 'en' ? '/en' : ''}${routes.login()}`
  const isSignedIn = user.state === 'authorized'
  const home = user.state === 'authorized' ? homeOf(user) : routes.home()
  useEffect(() => {
    if (isSignedIn) void replace(home)
  }, [isSignedIn, replace, home])
  if (user.state !== 'unauthorized') return <LoadingScreen />
  const { intro } = words
  return (
    <chakra.div minH="100dvh" display="flex" flexDirection="column">
      <PageTitle title={intro.title} />
      <chakra.header
        display="flex"
        alignItems="center"
        gap={2}
        h="64px"
        px={{ base: 4, md: 7 }}
        maxW="page"
        w="100%"
        mx="auto"
      >
        <chakra.span fontWeight="bold" fontSize="1.125rem" letterSpacing=".04em">
          {intro.name}
        </chakra.span>
        <chakra.span ml="auto" />
        <LanguageSwitch />
        <ColorModeSwitch />
        <AnchorButton href={login}>{intro.signIn}</AnchorButton>
      </chakra.header>
      <chakra.main flex="1" maxW="page" w="100%" mx="auto" px={{ base: 4, md: 7 }} py={{ base: 8, md: 14 }}>
        <chakra.div
          display="grid"
          alignItems="center"
          gap={{ base: 10, lg: 12 }}
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 11fr) minmax(0, 12fr)' }}
        >
          <div>
            <chakra.h1 fontSize={{ base: '1.875rem', md: '2.625rem' }} lineHeight="1.35">
              {intro.headline}
            </chakra.h1>
            <chakra.p mt={5} maxW="600px" fontSize={{ base: '1rem', md: '1.0625rem' }} color="muted">
              {intro.lead}
            </chakra.p>
            <chakra.div mt={8} display="flex" flexWrap="wrap" gap={3}>
              <LinkButton look="primary" size="l" href={routes.newTenant()}>
                {words.openClub}
              </LinkButton>
              <AnchorButton size="l" href={login}>
                {intro.signIn}
              </AnchorButton>
            </chakra.div>
            {config?.isDemo && (
              <chakra.p
                mt={4}
                display="flex"
                flexWrap="wrap"
                columnGap={6}
                rowGap={1}
                color="accentText"
                fontWeight="semibold"
              >
                <Link href={routes.fanBrand({ brandSlug: 'aoi' })}>{intro.seeFanPage}</Link>
                <Link href={tourPath}>{intro.tour}</Link>
              </chakra.p>
            )}
          </div>
          <Picture
            src="/welcome.svg"
            loading="eager"
            width={680}
            height={520}
            w="100%"
            maxW="620px"
            h="auto"
            mx="auto"
          />
        </chakra.div>
        <chakra.ul
          mt={{ base: 12, md: 16 }}
          display="grid"
          gap={4}
          gridTemplateColumns={{ base: '1fr', md: 'repeat(2, 1fr)', lg: 'repeat(3, 1fr)' }}
        >
          {points.map(({ key, icon }) => (
            <chakra.li key={key} bg="surface" borderWidth="1px" borderColor="border" borderRadius="l" p={6}>
              <chakra.span color="accentText">{icon}</chakra.span>
              <chakra.h2 fontSize="1.0625rem" mt={3}>
                {intro.points[key].title}
              </chakra.h2>
              <chakra.p mt={1.5} color="muted" fontSize="0.875rem">
                {intro.points[key].text}
              </chakra.p>
            </chakra.li>
          ))}
        </chakra.ul>
      </chakra.main>
    </chakra.div>
  )
}
