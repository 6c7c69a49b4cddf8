// @vitest-environment jsdom
import { ChakraProvider } from '@chakra-ui/react'
import { render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { PublicConfig } from '#config.ts'
import { system } from '#ui/look/theme.ts'
import { Picture } from '#ui/Picture.tsx'

const storage = 'https://files.example/public'
afterEach(() => {
  globalThis.__TSUDOI__ = undefined
})

const shown = (props: { src: string; sizes?: string; width?: number }) => {
  globalThis.__TSUDOI__ = { publicStorageUrl: storage } as PublicConfig
  const { container } = render(
    <ChakraProvider value={system()}>
      <Picture {...props} />
    </ChakraProvider>,
  )
  const image = container.querySelector('img')
  return { srcset: image?.getAttribute('srcset'), sizes: image?.getAttribute('sizes'), src: image?.getAttribute('src') }
}

test('a picture of ours offers its widths to the browser', () => {
  const src = `${storage}/pictures/media_1.jpg`
  expect(shown({ src, sizes: '50vw' })).toEqual({
    src,
    sizes: '50vw',
    srcset: `${src}.320.webp 320w, ${src}.640.webp 640w, ${src}.1280.webp 1280w`,
  })
  expect(shown({ src, width: 56 }).sizes).toBe('56px')
})

test('a picture of another host is shown as it is', () => {
  const src = 'https://elsewhere.example/pictures/media_1.jpg'
  expect(shown({ src, sizes: '50vw' })).toEqual({ src, sizes: null, srcset: null })
})
