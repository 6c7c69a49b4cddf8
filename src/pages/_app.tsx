import { ChakraProvider } from '@chakra-ui/react'
import { CacheProvider, type EmotionCache } from '@emotion/react'
import type { AppProps } from 'next/app'
import Head from 'next/head'
import { hydrateInSlices } from '#client/hydrate.ts'
import { useOutsideScripts } from '#client/outside.ts'
import { type Frame, frameOf, type Root } from '#client/page.ts'
import { ErrorBoundary } from '#ui/faces/ErrorBoundary.tsx'
import { system } from '#ui/look/theme.ts'
import { UiWords } from '#ui/words.tsx'

/** `styleCache` collects the page's styles on the server (ui/look/PageStyles); the browser uses its own cache. */
export type Props = AppProps & { Component: { frame?: Frame; root?: Root }; styleCache?: EmotionCache }

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
        <UiWords>{Component.root ? <Component.root shell={frame === 'portal'}>{page}</Component.root> : page}</UiWords>
      </ErrorBoundary>
    </ChakraProvider>
  )
  return styleCache ? <CacheProvider value={styleCache}>{app}</CacheProvider> : app
}
