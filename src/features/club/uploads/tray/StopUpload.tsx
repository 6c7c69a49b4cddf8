import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { UntilWords } from '#ui/faces/UntilWords.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { giveUpUpload } from './tray'
import type { Upload } from './useUploads'
import { TrayWords, useTrayWords } from './words'

type Props = { upload: Pick<Upload, 'key' | 'name' | 'sent' | 'size'> }

/** Throws an upload away, once it has been asked. */
export const StopUpload = (props: Props) => (
  <UntilWords fallback={null}>
    <TrayWords>
      <Stop {...props} />
    </TrayWords>
  </UntilWords>
)

export const percentOf = ({ sent, size }: Pick<Upload, 'sent' | 'size'>) =>
  size === 0 ? 0 : Math.floor((sent / size) * 100)

const Stop = ({ upload }: Props) => {
  const words = useTrayWords()
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button size="s" look="dangerQuiet" onClick={() => setAsked(true)}>
        {words.stop}
      </Button>
      <ConfirmDialog
        open={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() => {
          setAsked(false)
          void giveUpUpload(upload.key)
        }}
        title={words.stopTitle}
        confirm={words.stop}
        cancel={words.goOn}
      >
        {words.stopText(upload.name, percentOf(upload))}
      </ConfirmDialog>
    </>
  )
}
