import { chakra } from '@chakra-ui/react'
import Link from 'next/link'
import { useRouter } from 'next/router'
import { routes } from '#client/routes.ts'
import { Button, LinkButton } from '#ui/Button.tsx'
import { Surface } from '#ui/Card.tsx'
import { ChevronRightIcon } from '#ui/look/icons.tsx'
import { PageTitle } from '#ui/page/Page.tsx'
import { useUiWords } from '#ui/words.tsx'
import { loginRedirect, type TenantOfUser } from './identity'
import { IdentityWords, useIdentityWords } from './words'

const Row = chakra(Link, {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 3,
    px: 4,
    py: 3.5,
    fontWeight: 'medium',
    borderTopWidth: '1px',
    borderColor: 'border',
    overflowWrap: 'anywhere',
    _first: { borderTopWidth: 0 },
    _hover: { bg: 'hover' },
  },
})

/** `onRetry`: which clubs there are could not be read. */
type Props = { tenants: readonly TenantOfUser[]; onRetry?: () => void }

const Screen = ({ tenants, onRetry }: Props) => {
  const words = useIdentityWords()
  const ui = useUiWords()
  const { asPath, locale } = useRouter()
  const prefix = locale === 'en' ? '/en' : ''
  const back = loginRedirect(`${prefix}${asPath}`)
  const loginHref = `${prefix}${routes.login({ query: { account: 'another', redirect_to: back } })}`
  return (
    <chakra.main id="main" display="grid" gap={5} maxW="card" mx="auto" py={{ base: 6, md: 12 }} px={4}>
      <PageTitle title={words.deniedTitle} />
      <chakra.h1 fontSize={{ base: 'xl', md: '2xl' }}>{words.deniedTitle}</chakra.h1>
      <chakra.p color="muted">{tenants.length > 0 ? words.deniedChoose : words.deniedNone}</chakra.p>
      {tenants.length > 0 ? (
        <Surface overflow="hidden" as="nav" aria-label={words.deniedChoose}>
          {tenants.map(({ tenantId, name }) => (
            <Row key={tenantId} href={routes.tenant({ tenantId })}>
              {name}
              <ChevronRightIcon />
            </Row>
          ))}
        </Surface>
      ) : onRetry ? (
        <chakra.div>
          <Button onClick={onRetry} size="l">
            {ui.retry}
          </Button>
        </chakra.div>
      ) : (
        <chakra.div>
          <LinkButton href={routes.newTenant()} look="primary" size="l">
            {words.openClub}
          </LinkButton>
        </chakra.div>
      )}
      <chakra.footer color="muted" fontSize="0.875rem">
        {words.deniedFooterBefore}
        {/* A full load: the login is its own document, whose headers let a provider's popup answer. */}
        <chakra.a href={loginHref} color="accentText" textDecoration="underline">
          {words.deniedFooterLogin}
        </chakra.a>
        {words.deniedFooterAfter}
      </chakra.footer>
    </chakra.main>
  )
}

/** Shown to a signed-in user who does not belong to the club. */
export const AccessDenied = (props: Props) => (
  <IdentityWords>
    <Screen {...props} />
  </IdentityWords>
)
