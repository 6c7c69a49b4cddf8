import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import Cropper from 'react-easy-crop'
import { Button } from '../Button'
import { Dialog } from '../overlay/Dialog'
import { usePortalWords } from '../portalWords'
import { type Area, cutOut } from './picture'

type ImageCropProps = {
  file: File
  /** An object URL of the file. */
  url: string
  aspect: number
  shape: 'rect' | 'round'
  onDone: (file: File) => void
  onFail: () => void
  onClose: () => void
}

/** Loaded on demand, after a picture has been picked. */
export const ImageCrop = ({ file, url, aspect, shape, onDone, onFail, onClose }: ImageCropProps) => {
  const words = usePortalWords()
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area | null>(null)
  const [busy, setBusy] = useState(false)
  const use = async () => {
    if (!area) return
    setBusy(true)
    try {
      onDone(await cutOut(file, url, area))
    } catch {
      onFail()
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.imageCropTitle}
      footer={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button look="primary" onClick={use} busy={busy} disabled={!area}>
            {words.imageUse}
          </Button>
        </>
      }
    >
      <chakra.p color="muted" fontSize="0.875rem" mb={3}>
        {words.imageCropHint}
      </chakra.p>
      <chakra.div position="relative" h={{ base: '260px', md: '320px' }} borderRadius="m" overflow="hidden" bg="sunken">
        <Cropper
          image={url}
          crop={crop}
          zoom={zoom}
          aspect={aspect}
          cropShape={shape}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => setArea(pixels)}
          mediaProps={{ onError: onFail }}
        />
      </chakra.div>
      <chakra.label display="flex" alignItems="center" gap={3} mt={4} fontSize="0.875rem" fontWeight="semibold">
        {words.imageZoom}
        <chakra.input
          type="range"
          min={1}
          max={3}
          step={0.05}
          value={zoom}
          flex="1"
          h="24px"
          accentColor="var(--ui-colors-accent)"
          onChange={(event) => setZoom(event.currentTarget.valueAsNumber)}
        />
      </chakra.label>
    </Dialog>
  )
}
