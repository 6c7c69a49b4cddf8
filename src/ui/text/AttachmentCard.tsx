import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { FileIcon } from '../look/icons'
import { sizeText } from './sizeText'

type AttachmentCardProps = {
  kind: 'audio' | 'file'
  fileName: string
  /** Bytes. */
  size: number
  /** Without a URL the file is shown but cannot be opened. */
  src?: string | undefined
  /** Actions on the file, beside its name. */
  children?: ReactNode
}

/** A file in a text: a download, or an audio player. */
export const AttachmentCard = ({ kind, fileName, size, src, children }: AttachmentCardProps) => (
  <chakra.div
    display="grid"
    gap={2}
    p={3}
    borderWidth="1px"
    borderColor="border"
    borderRadius="m"
    bg="surface"
    fontSize="0.875rem"
    lineHeight="1.5"
  >
    <chakra.div display="flex" alignItems="center" gap={3}>
      <chakra.span color="muted">
        <FileIcon size={22} />
      </chakra.span>
      <chakra.span flex="1" minW="0" overflowWrap="anywhere">
        {src ? (
          <a href={src} download={fileName} rel="noopener noreferrer nofollow">
            {fileName}
          </a>
        ) : (
          fileName
        )}
        <chakra.span color="muted" fontSize="xs" ml={2} whiteSpace="nowrap">
          {sizeText(size)}
        </chakra.span>
      </chakra.span>
      {children}
    </chakra.div>
    {kind === 'audio' && src && (
      <chakra.audio controls preload="none" src={src} w="100%" aria-label={fileName}>
        <track kind="captions" />
      </chakra.audio>
    )}
  </chakra.div>
)
