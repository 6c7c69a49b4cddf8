import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import type { ExportDialogProps } from './ExportDialog'

const ExportDialog = dynamic(() => import('./ExportDialog').then((m) => m.ExportDialog), { ssr: false })

type ExportButtonProps = Pick<ExportDialogProps, 'type' | 'operation' | 'asked'>

/** Exports the rows of a screen to a file. */
export const ExportButton = (props: ExportButtonProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {/* The same three letters in every language. */}
      <Button onClick={() => setOpen(true)}>CSV</Button>
      {isOpen && <ExportDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
