import { ChakraProvider, chakra } from '@chakra-ui/react'
import createCache, { type EmotionCache } from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { UntilWords } from '#ui/faces/UntilWords.tsx'
import { Surface } from '../Card'
import { type ColorMode, useColorMode } from '../look/colorMode'
import { DesktopIcon, MoonIcon, PhoneIcon, SunIcon } from '../look/icons'
import { system } from '../look/theme'
import { usePortalWords } from '../portalWords'
import { BrandGround } from './FanFrame'
import { FanWords } from './words'

const widths = { phone: 390, desktop: 1120 } as const
type Device = keyof typeof widths

const Choice = chakra('button', {
  base: {
    display: 'grid',
    placeItems: 'center',
    w: '36px',
    h: '32px',
    borderRadius: '8px',
    color: 'muted',
    cursor: 'pointer',
    _hover: { bg: 'hover', color: 'text' },
    '&[aria-pressed=true]': { bg: 'accentSubtle', color: 'accentText' },
  },
})

type FanPreviewProps = {
  title: string
  /** The colour that the creator chose, as #rrggbb. */
  accent: string
  /** The fan-facing site's own components. */
  children: ReactNode
}

/**
 * Preview of unsaved input: the fans' own components in a document of their own, so that a phone's width is
 * a phone's, in either mode. Stays beside the form while it is scrolled; nothing in it can be pressed.
 */
export const FanPreview = ({ title, accent, children }: FanPreviewProps) => {
  const words = usePortalWords()
  const portalMode = useColorMode()
  const [chosen, setMode] = useState<ColorMode | null>(null)
  const mode = chosen ?? portalMode
  const [device, setDevice] = useState<Device>('phone')
  return (
    <Surface as="section" aria-label={title} position={{ lg: 'sticky' }} top={{ lg: '72px' }} overflow="hidden">
      <chakra.div display="flex" alignItems="center" gap={1} pl={{ base: 4, md: 5 }} pr={3} py={2.5}>
        <chakra.h2 fontSize="1rem" mr="auto">
          {title}
        </chakra.h2>
        {(['phone', 'desktop'] as const).map((one) => (
          <Choice
            key={one}
            type="button"
            aria-label={words.preview[one]}
            title={words.preview[one]}
            aria-pressed={device === one}
            onClick={() => setDevice(one)}
          >
            {one === 'phone' ? <PhoneIcon /> : <DesktopIcon />}
          </Choice>
        ))}
        <Choice
          type="button"
          aria-label={words.preview.dark}
          title={words.preview.dark}
          aria-pressed={mode === 'dark'}
          onClick={() => setMode(mode === 'dark' ? 'light' : 'dark')}
        >
          {mode === 'dark' ? <MoonIcon /> : <SunIcon />}
        </Choice>
      </chakra.div>
      <Frame title={title} width={widths[device]} mode={mode}>
        <UntilWords fallback={null}>
          <FanWords>
            <BrandGround accent={accent}>{children}</BrandGround>
          </FanWords>
        </UntilWords>
      </Frame>
    </Surface>
  )
}

type Inside = { body: HTMLElement; cache: EmotionCache }
type FrameProps = { title: string; width: number; mode: ColorMode; children: ReactNode }

const Frame = ({ title, width, mode, children }: FrameProps) => {
  const outer = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const [inside, setInside] = useState<Inside | null>(null)
  const [room, setRoom] = useState(0)
  const [height, setHeight] = useState(0)

  useEffect(() => {
    const document = frame.current?.contentDocument
    if (!document) return
    document.documentElement.lang = window.document.documentElement.lang
    document.body.inert = true
    setInside({ body: document.body, cache: createCache({ key: 'preview', container: document.head }) })
  }, [])
  useEffect(() => {
    if (inside) inside.body.ownerDocument.documentElement.dataset.mode = mode
  }, [inside, mode])
  useEffect(() => {
    if (!outer.current || !inside) return
    const measure = new ResizeObserver(() => {
      setRoom(outer.current?.clientWidth ?? 0)
      setHeight(inside.body.scrollHeight)
    })
    measure.observe(outer.current)
    measure.observe(inside.body)
    return () => measure.disconnect()
  }, [inside])

  const scale = room === 0 ? 1 : Math.min(1, room / width)
  return (
    <chakra.div
      ref={outer}
      borderTopWidth="1px"
      borderColor="border"
      overflowX="hidden"
      overflowY="auto"
      maxH="calc(100dvh - 180px)"
      bg="sunken"
    >
      <div style={{ height: height * scale }}>
        <iframe
          ref={frame}
          title={title}
          tabIndex={-1}
          style={{
            display: 'block',
            border: 0,
            width,
            height,
            margin: scale === 1 ? '0 auto' : 0,
            transform: `scale(${scale})`,
            transformOrigin: 'top left',
          }}
        />
      </div>
      {inside &&
        createPortal(
          <CacheProvider value={inside.cache}>
            <ChakraProvider value={system()}>{children}</ChakraProvider>
          </CacheProvider>,
          inside.body,
        )}
    </chakra.div>
  )
}
