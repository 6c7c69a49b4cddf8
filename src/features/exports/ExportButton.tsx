import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '../../ui/Button'
import type { ExportDialogProps } from './ExportDialog'

const ExportDialog = dynamic(() => import('./ExportDialog').then((m) => m.ExportDialog), { ssr: false })

type ExportButtonProps = Pick<ExportDialogProps, 'type' | 'asked'>

/** Makes a file of the rows that a screen shows. */
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
