import { chakra } from '@chakra-ui/react'
import dynamic from 'next/dynamic'
import Head from 'next/head'
import { useRouter } from 'next/router'
import type { ReactNode } from 'react'
import { routes, useLoginHref } from '#client/routes.ts'
import { useCart } from '#client/useCart.ts'
import { useConfig } from '#client/useConfig.ts'
import { useKnownFan } from '#client/useFan.ts'
import { useHere } from '#client/words.tsx'
import { AnchorButton, Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { SkeletonText } from '#ui/faces/Skeleton.tsx'
import { FanFrame, Wrap } from '#ui/fan/FanFrame.tsx'
import { FanTabs } from '#ui/fan/FanTabs.tsx'
import { LockIcon } from '#ui/look/icons.tsx'
import { FanMenu } from '../notices/fan/FanMenu'
import { FansWords, useFansWords } from './words'

const MyRoot = dynamic(() => import('./MyRoot').then((m) => m.MyRoot), {
  ssr: false,
  loading: () => <SkeletonText lines={6} />,
})

type Props = {
  title: string
  lead?: string
  /** Shown to visitors instead of the sign-in prompt. */
  visitor?: ReactNode
  children: ReactNode
}

/** Layout of a fan's own pages; visitors see only the layout until they sign in. */
export const MyFrame = (props: Props) => (
  <FansWords>
    <Framed {...props} />
  </FansWords>
)

const signOut = async () => (await import('#client/identity.ts')).signOut('fanclub')

const Framed = ({ title, lead, visitor, children }: Props) => {
  const words = useFansWords()
  const config = useConfig()
  const fan = useKnownFan()
  const cart = useCart(fan ?? null)
  const { pathname } = useRouter()
  const loginHref = useLoginHref(useHere())
  const menu = (
    <>
      <FanMenu uid={fan?.uid} />
      <Button size="s" look="quiet" onClick={() => void signOut()}>
        {words.signOut}
      </Button>
    </>
  )
  return (
    <FanFrame
      homeHref={routes.myHome()}
      cart={cart}
      loginHref={loginHref}
      menu={menu}
      footer={
        config
          ? [
              { label: words.help, href: config.fanHelpUrl },
              { label: words.terms, href: config.fanTermsUrl },
              { label: words.privacy, href: config.fanPrivacyUrl },
            ]
          : []
      }
    >
      <Head>
        <title key="title">{title}</title>
        <meta key="robots" name="robots" content="noindex" />
      </Head>
      <Wrap maxW="760px" pt={{ base: 6, md: 10 }} display="grid" gap={5} gridTemplateColumns="minmax(0, 1fr)">
        <chakra.div>
          <chakra.h1 fontSize={{ base: '1.5rem', md: '3xl' }}>{title}</chakra.h1>
          {lead && (
            <chakra.p color="muted" fontSize="0.875rem" mt={1}>
              {lead}
            </chakra.p>
          )}
          {fan && (
            <FanTabs
              items={[
                { label: words.myHome, href: routes.myHome(), current: pathname === routes.myHome.pattern },
                { label: words.myPlans, href: routes.myPlans(), current: pathname === routes.myPlans.pattern },
                { label: words.myOrders, href: routes.myOrders(), current: pathname === routes.myOrders.pattern },
                {
                  label: words.myAddresses,
                  href: routes.myAddresses(),
                  current: pathname === routes.myAddresses.pattern,
                },
                { label: words.myProfile, href: routes.myProfile(), current: pathname === routes.myProfile.pattern },
                { label: words.myAccount, href: routes.myAccount(), current: pathname === routes.myAccount.pattern },
              ]}
            />
          )}
        </chakra.div>
        {fan === undefined && <SkeletonText lines={6} />}
        {fan === null && visitor}
        {fan === null && visitor === undefined && (
          <EmptyState
            icon={<LockIcon size={24} />}
            title={words.signInTitle}
            text={words.signInText}
            action={
              <AnchorButton href={loginHref} look="primary" size="l">
                {words.signIn}
              </AnchorButton>
            }
          />
        )}
        {fan && <MyRoot key={fan.uid}>{children}</MyRoot>}
      </Wrap>
    </FanFrame>
  )
}
