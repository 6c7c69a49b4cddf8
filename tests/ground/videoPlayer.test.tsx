// @vitest-environment jsdom
import { ChakraProvider } from '@chakra-ui/react'
import { act, cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime'
import { afterEach, expect, test, vi } from 'vitest'
import { ErrorBoundary } from '#ui/faces/ErrorBoundary.tsx'
import { system } from '#ui/look/theme.ts'
import { VideoPlayer } from '#ui/video/VideoPlayer.tsx'
import { UiWords } from '#ui/words.tsx'

configure({ asyncUtilTimeout: 240_000 })
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a player that cannot be put away takes nothing of the page with it, and the fault is reported', async () => {
  const reports: string[] = []
  const libraryUrl = 'https://player.test/player.js'
  vi.stubGlobal('__TSUDOI__', { videoPlayer: { license: 'a license', libraryUrl } })
  vi.stubGlobal('reportError', ({ message }: Error) => reports.push(message))
  let isPlaying = false
  vi.stubGlobal('createVideoPlayer', () => {
    isPlaying = true
    return {
      destroy: () => {
        throw new Error('The source is still being changed.')
      },
    }
  })
  const page = (src: string | null) => (
    <RouterContext.Provider value={{ locale: 'en', asPath: '/', pathname: '/', query: {} } as never}>
      <ChakraProvider value={system()}>
        <ErrorBoundary>
          <UiWords>
            <h1>The desk</h1>
            {src && <VideoPlayer key={src} src={src} title="The live" renew={async () => {}} />}
          </UiWords>
        </ErrorBoundary>
      </ChakraProvider>
    </RouterContext.Provider>
  )
  const { rerender } = await act(async () => render(page('/live.m3u8')))
  const script = await waitFor(() => {
    const found = document.querySelector(`script[src="${libraryUrl}"]`)
    expect(found).not.toBeNull()
    return found as Element
  })
  fireEvent.load(script)
  await waitFor(() => expect(isPlaying).toBe(true))
  await new Promise((done) => setTimeout(done))

  rerender(page('/archive.m3u8'))
  await waitFor(() => expect(reports).toHaveLength(1))
  expect(screen.getByRole('heading', { name: 'The desk' })).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(reports).toEqual(['The source is still being changed.'])
  rerender(page(null))
})
