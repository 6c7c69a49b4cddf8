import { chakra } from '@chakra-ui/react'
import NextHead from 'next/head'
import type { ReactNode } from 'react'
import { Surface } from '../../ui/Card'
import { PageTitle } from '../../ui/page/Page'

/** A card in the middle of a quiet page, for what stands before the portal. */
export const SignInFrame = ({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) => (
  <chakra.main
    id="main"
    minH="100dvh"
    display="grid"
    // From the top: a page that is centred jumps while its end is still on the way.
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
    <chakra.p fontSize="xl" fontWeight="bold" letterSpacing="-.01em" color="accentText">
      Tsudoi
    </chakra.p>
    <Surface w="100%" maxW="420px" p={{ base: 5, md: 7 }} as="div">
      <chakra.h1 fontSize="xl">{title}</chakra.h1>
      {lead && (
        <chakra.p color="muted" fontSize="14px" mt={1}>
          {lead}
        </chakra.p>
      )}
      <chakra.div mt={5} display="grid" gap={5}>
        {children}
      </chakra.div>
    </Surface>
  </chakra.main>
)
