import { chakra } from '@chakra-ui/react'
import Head from 'next/head'
import { useRouter } from 'next/router'
import type { FramedPage } from '../../../client/page'
import { routes } from '../../../client/routes'
import { useKnownFan } from '../../../client/useFan'
import { MyProfile } from '../../../features/fans/fan/MyProfile'
import { MyProfileWords, useMyProfileWords } from '../../../features/fans/fan/words'
import { AnchorButton, Button } from '../../../ui/Button'
import { EmptyState } from '../../../ui/faces/EmptyState'
import { SkeletonText } from '../../../ui/faces/Skeleton'
import { FanFrame, Wrap } from '../../../ui/fan/FanFrame'

const page: FramedPage = () => (
  <MyProfileWords>
    <Framed />
  </MyProfileWords>
)

export default page

const Framed = () => {
  const words = useMyProfileWords()
  const fan = useKnownFan()
  const { locale } = useRouter()
  const prefix = locale === 'en' ? '/en' : ''
  const loginHref = `${prefix}${routes.login({ query: { redirect_to: `${prefix}${routes.myProfile()}` } })}`
  const signOut = async () => (await import('../../../client/identity')).signOut('fanclub')
  return (
    <FanFrame
      homeHref={routes.home()}
      loginHref={loginHref}
      user={
        fan
          ? {
              name: fan.displayName,
              menu: (
                <>
                  <span>{fan.displayName || fan.email}</span>
                  <Button size="s" look="quiet" onClick={() => void signOut()}>
                    {words.signOut}
                  </Button>
                </>
              ),
            }
          : null
      }
    >
      <Head>
        <title key="title">{words.title}</title>
        <meta key="robots" name="robots" content="noindex" />
      </Head>
      <Wrap pt={{ base: 5, md: 8 }}>
        <chakra.h1 fontSize={{ base: '24px', md: '3xl' }}>{words.title}</chakra.h1>
        <chakra.p color="muted" mt={1} mb={4}>
          {words.lead}
        </chakra.p>
        {fan === undefined ? (
          <SkeletonText lines={4} />
        ) : fan ? (
          <MyProfile fan={fan} />
        ) : (
          <EmptyState
            title={words.signInTitle}
            text={words.signInText}
            action={<AnchorButton href={loginHref}>{words.signIn}</AnchorButton>}
          />
        )}
      </Wrap>
    </FanFrame>
  )
}
