import { chakra } from '@chakra-ui/react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { routes } from '#client/routes.ts'
import { useTenantUser } from '#club/identity/session.tsx'
import { Avatar } from '#ui/Avatar.tsx'
import { LinkButton } from '#ui/Button.tsx'
import { Card, Surface } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { FailedState } from '#ui/faces/FailedState.tsx'
import { BuildingIcon, PlusIcon, ShieldIcon } from '#ui/look/icons.tsx'
import { Page } from '#ui/page/Page.tsx'
import { TenantWords, useTenantWords } from './words'

type Props = {
  /** Applications under review: another feature's, so the page passes it in. */
  applications: ReactNode
}

export const TenantListScreen = ({ applications }: Props) => (
  <TenantWords>
    <TenantList applications={applications} />
  </TenantWords>
)

// The specification allows a card of a club 356 px.
const Cards = chakra('ul', {
  base: {
    display: 'grid',
    gap: 4,
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 356px))',
    listStyleType: 'none',
  },
})
const ClubLink = chakra(Link, {
  base: {
    display: 'grid',
    gap: 3.5,
    p: 5,
    h: '100%',
    maxW: '356px',
    alignContent: 'start',
    borderRadius: 'l',
    _hover: { bg: 'hover' },
  },
})

const TenantList = ({ applications }: Props) => {
  const { list: words } = useTenantWords()
  const { user, refresh } = useTenantUser()
  if (user.state !== 'authorized') return null
  const { tenants, brands, isOperator, isKnown } = user
  return (
    <Page
      title={words.title}
      count={tenants.length}
      actions={
        <>
          {isOperator && (
            <LinkButton href={routes.operatorTenants()}>
              <ShieldIcon size={16} />
              {words.operatorQueue}
            </LinkButton>
          )}
          <LinkButton href={routes.startTenant()}>{words.myApplications}</LinkButton>
          {isKnown && (
            <LinkButton look="primary" href={routes.newTenant()}>
              <PlusIcon size={16} />
              {words.open}
            </LinkButton>
          )}
        </>
      }
    >
      {tenants.length === 0 && applications}
      {!isKnown ? (
        <Card>
          <FailedState onRetry={() => void refresh()} />
        </Card>
      ) : tenants.length === 0 ? (
        <Card>
          <EmptyState
            icon={<BuildingIcon size={24} />}
            title={words.empty}
            text={words.emptyText}
            action={
              <>
                <LinkButton look="primary" href={routes.newTenant()}>
                  {words.open}
                </LinkButton>
                <LinkButton href={routes.myHome()}>{words.asFan}</LinkButton>
              </>
            }
          />
        </Card>
      ) : (
        <Cards>
          {tenants.map(({ tenantId, name }) => {
            const own = brands.filter((brand) => brand.tenantId === tenantId)
            return (
              <li key={tenantId}>
                <Surface as="div" maxW="356px" h="100%">
                  <ClubLink href={routes.tenant({ tenantId })}>
                    <chakra.span>
                      <chakra.span
                        display="block"
                        fontWeight="bold"
                        fontSize="1.0625rem"
                        lineHeight="1.4"
                        overflowWrap="anywhere"
                      >
                        {name}
                      </chakra.span>
                      <chakra.span color="muted" fontSize="sm">
                        {words.brands(own.length)}
                      </chakra.span>
                    </chakra.span>
                    {own.slice(0, 4).map((brand) => (
                      <chakra.span key={brand.brandId} display="flex" alignItems="center" gap={3} minW="0">
                        <Avatar name={brand.brandName} src={brand.brandThumbnail} size={36} shape="square" />
                        <chakra.span minW="0">
                          <chakra.span display="block" fontSize="0.875rem" fontWeight="semibold" lineHeight="1.4">
                            {brand.brandName}
                          </chakra.span>
                          <chakra.span color="muted" fontSize="xs">
                            /fc/{brand.brandSlug}
                          </chakra.span>
                        </chakra.span>
                      </chakra.span>
                    ))}
                  </ClubLink>
                </Surface>
              </li>
            )
          })}
        </Cards>
      )}
      {tenants.length > 0 && applications}
    </Page>
  )
}
