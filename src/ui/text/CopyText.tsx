import { chakra } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { IconButton } from '../Button'
import { CheckIcon, CopyIcon } from '../look/icons'
import { useUiWords } from '../words'

type Props = { text: string; label?: string; shown?: string; onCopied?: () => void }

/** A text with a copy button: an id, a URL, a reference number. `shown`: what stands in its place, where nobody is to read it. */
export const CopyText = ({ text, label, shown = text, onCopied }: Props) => {
  const words = useUiWords()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    onCopied?.()
  }
  return (
    <chakra.span display="inline-flex" alignItems="center" gap={1} maxW="100%">
      <chakra.code fontFamily="ui-monospace, monospace" fontSize="sm" overflowWrap="anywhere">
        {shown}
      </chakra.code>
      <IconButton size="s" label={label ? words.copyOf(label) : words.copy} onClick={copy}>
        {copied ? <CheckIcon size={15} /> : <CopyIcon size={15} />}
      </IconButton>
      <chakra.span srOnly role="status">
        {copied ? words.copied : ''}
      </chakra.span>
    </chakra.span>
  )
}
