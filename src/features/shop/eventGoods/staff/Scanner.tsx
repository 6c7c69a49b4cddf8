import { chakra } from '@chakra-ui/react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Card.tsx'
import { useEventGoodsWords } from './words'

const Frame = chakra('div', {
  base: { position: 'relative', borderRadius: 'l', overflow: 'hidden', bg: 'black', aspectRatio: '1', maxW: '420px' },
})

type Reader = { detect: (video: HTMLVideoElement) => Promise<readonly { rawValue: string }[]> }
type OwnReader = new (options: { formats: string[] }) => Reader

/** The browser's BarcodeDetector if it supports QR codes; otherwise a library with the same interface. */
const readerOf = async (): Promise<Reader> => {
  const Own = (window as unknown as { BarcodeDetector?: OwnReader & { getSupportedFormats: () => Promise<string[]> } })
    .BarcodeDetector
  const formats = ['qr_code']
  const known: readonly string[] = Own ? await Own.getSupportedFormats().catch(() => []) : []
  if (Own && known.includes('qr_code')) return new Own({ formats })
  const { BarcodeDetector } = await import('qr/decode.js')
  return new BarcodeDetector({ formats: ['qr_code'] }) as unknown as Reader
}

/** Loads what reads codes, while there is a connection. */
export const prepareReader = async () => {
  await readerOf()
}

/** Shows the rear camera and reports the first code that it detects. */
export const Scanner = ({ onCode, onClose }: { onCode: (code: string) => void; onClose: () => void }) => {
  const { desk: words } = useEventGoodsWords()
  const video = useRef<HTMLVideoElement>(null)
  const [isRefused, setRefused] = useState(false)
  const told = useRef(onCode)
  told.current = onCode
  useEffect(() => {
    let stream: MediaStream | undefined
    let isOver = false
    const begin = async () => {
      const camera = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false })
      stream = camera
      const shown = video.current
      if (isOver || !shown) {
        for (const track of camera.getTracks()) track.stop()
        return
      }
      shown.srcObject = camera
      await shown.play()
      const reader = await readerOf()
      while (!isOver) {
        const [found] = shown.readyState >= 2 ? await reader.detect(shown).catch(() => []) : []
        if (isOver) return
        if (found?.rawValue) {
          isOver = true
          told.current(found.rawValue)
          return
        }
        // Five attempts per second are enough to detect a code, without heating the phone.
        await new Promise((done) => setTimeout(done, 200))
      }
    }
    begin().catch(() => setRefused(true))
    return () => {
      isOver = true
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
  }, [])
  if (isRefused) return <Notice tone="warn">{words.noCamera}</Notice>
  return (
    <chakra.div display="grid" gap={3}>
      <Frame>
        <chakra.video ref={video} muted playsInline aria-label={words.camera} w="100%" h="100%" objectFit="cover" />
        <chakra.span
          position="absolute"
          inset="14%"
          borderWidth="3px"
          borderColor="white"
          borderRadius="l"
          opacity={0.85}
          aria-hidden
        />
      </Frame>
      <chakra.p fontSize="0.875rem" color="muted">
        {words.aim}
      </chakra.p>
      <chakra.div>
        <Button onClick={onClose}>{words.stop}</Button>
      </chakra.div>
    </chakra.div>
  )
}
