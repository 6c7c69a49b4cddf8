import { chakra } from '@chakra-ui/react'
import NextHead from 'next/head'
import type { ReactNode } from 'react'
import { Avatar } from '#ui/Avatar.tsx'
import { Surface } from '#ui/Card.tsx'
import { PageTitle } from '#ui/page/Page.tsx'

/** The brand whose page led to the login. */
export type SignInBrand = { brandName: string; brandIcon: string; accentColor: string }

type SignInFrameProps = {
  title: string
  lead?: string
  brand?: SignInBrand | null
  children: ReactNode
}

/** Layout of the pages before the portal: a card in the middle. */
export const SignInFrame = ({ title, lead, brand = null, children }: SignInFrameProps) => (
  <chakra.main
    id="main"
    minH="100dvh"
    display="grid"
    // Aligned to the top: a centred page would jump while it loads.
    alignContent="start"
    justifyItems="center"
    gap={5}
    px={4}
    pt={{ base: 8, md: '9dvh' }}
    pb={{ base: 8, md: 12 }}
  >
    <PageTitle title={title} />
    {lead && (
      <NextHead>
        <meta key="description" name="description" content={lead} />
      </NextHead>
    )}
    <chakra.div h="44px" maxW="420px" display="flex" alignItems="center" gap={3}>
      {brand ? (
        <>
          <Avatar name={brand.brandName} src={brand.brandIcon} size={44} />
          <chakra.div minW="0">
            <chakra.p fontSize="lg" fontWeight="bold" lineHeight="1.3" lineClamp={1} overflowWrap="anywhere">
              {brand.brandName}
            </chakra.p>
            <chakra.p fontSize="xs" color="muted" lineHeight="1.4">
              Tsudoi
            </chakra.p>
          </chakra.div>
        </>
      ) : (
        <chakra.p fontSize="xl" fontWeight="bold" letterSpacing="-.01em" color="accentText">
          Tsudoi
        </chakra.p>
      )}
    </chakra.div>
    <Surface
      w="100%"
      maxW="420px"
      p={{ base: 5, md: 7 }}
      as="div"
      {...(brand && { style: { boxShadow: `inset 0 4px 0 ${brand.accentColor}` } })}
    >
      <chakra.h1 fontSize="xl">{title}</chakra.h1>
      {lead && (
        <chakra.p color="muted" fontSize="0.875rem" mt={1}>
          {lead}
        </chakra.p>
      )}
      <chakra.div mt={5} display="grid" gap={5}>
        {children}
      </chakra.div>
    </Surface>
  </chakra.main>
)
