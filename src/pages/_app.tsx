import { ChakraProvider } from '@chakra-ui/react'
import type { AppProps } from 'next/app'
import { system } from '../ui/theme'
export default function App({ Component, pageProps }: AppProps) {
  return (
    <ChakraProvider value={system}>
      <Component {...pageProps} />
    </ChakraProvider>
  )
}
