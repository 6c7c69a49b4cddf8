import { ChakraProvider } from '@chakra-ui/react'
import { CacheProvider, type EmotionCache } from '@emotion/react'
import type { AppProps } from 'next/app'
import dynamic from 'next/dynamic'
import Head from 'next/head'
import { hydrateInSlices } from '#client/hydrate.ts'
import { useOutsideScripts } from '#client/outside.ts'
import { type Frame, frameOf } from '#client/page.ts'
import { ErrorBoundary } from '#ui/faces/ErrorBoundary.tsx'
import { LoadingScreen } from '#ui/faces/LoadingScreen.tsx'
import { system } from '#ui/look/theme.ts'
import { UiWords } from '#ui/words.tsx'

// A chunk of its own: fan-facing pages load neither zod nor queries nor the identity client at first.
const PortalRoot = dynamic(() => import('#office/portal/PortalRoot.tsx').then((m) => m.PortalRoot), {
  // Without the error a page whose chunk failed would seem to load for ever.
  loading: ({ error }) => {
    if (error) throw error
    return <LoadingScreen />
  },
})

/** `styleCache` collects the page's styles on the server (ui/look/PageStyles); the browser uses its own cache. */
export type Props = AppProps & { Component: { frame?: Frame }; styleCache?: EmotionCache }

hydrateInSlices(system)

export default function App({ Component, pageProps, router, styleCache }: Props) {
  useOutsideScripts()
  const frame = frameOf(Component, router.pathname)
  const page = <Component {...pageProps} />
  const app = (
    <ChakraProvider value={system()}>
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
      </Head>
      <ErrorBoundary>
        <UiWords>
          {frame === 'portal' || frame === 'signIn' ? <PortalRoot shell={frame === 'portal'}>{page}</PortalRoot> : page}
        </UiWords>
      </ErrorBoundary>
    </ChakraProvider>
  )
  return styleCache ? <CacheProvider value={styleCache}>{app}</CacheProvider> : app
}
