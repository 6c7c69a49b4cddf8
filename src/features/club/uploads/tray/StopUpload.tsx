import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { giveUpUpload } from './tray'
import type { Upload } from './useUploads'

type Props = {
  upload: Upload
  /** How much of it has been sent. */
  percent: number
  words: { stop: string; stopTitle: string; stopText: (name: string, percent: number) => string; goOn: string }
}

/** Throws an upload away, once it has been asked. */
export const StopUpload = ({ upload: { key, name }, percent, words }: Props) => {
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
          void giveUpUpload(key)
        }}
        title={words.stopTitle}
        confirm={words.stop}
        cancel={words.goOn}
      >
        {words.stopText(name, percent)}
      </ConfirmDialog>
    </>
  )
}
