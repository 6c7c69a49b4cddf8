import { chakra } from '@chakra-ui/react'
import { mergeAttributes, Node } from '@tiptap/core'
import { type NodeViewProps, NodeViewWrapper, ReactNodeViewRenderer } from '@tiptap/react'
import { useState } from 'react'
import { IconButton } from '../Button'
import { EditIcon, ImageIcon, TrashIcon } from '../look/icons'
import { Picture } from '../Picture'
import { AttachmentCard } from '../text/AttachmentCard'
import { EmbedFrame } from '../text/EmbedFrame'
import { useEnvironment } from './environment'
import { useEditorWords } from './words'

const Block = chakra(NodeViewWrapper, {
  base: {
    position: 'relative',
    borderRadius: 'm',
    my: 4,
    '&[data-selected=true]': { outline: '2px solid', outlineColor: 'accent', outlineOffset: '2px' },
  },
})
const Tools = chakra('div', {
  base: {
    position: 'absolute',
    top: 2,
    right: 2,
    display: 'flex',
    gap: 1,
    p: 1,
    bg: 'surface',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'm',
    boxShadow: 'card',
  },
})

const Remove = ({ onClick }: { onClick: () => void }) => {
  const words = useEditorWords()
  return (
    <IconButton size="s" look="dangerQuiet" label={words.remove} onClick={onClick}>
      <TrashIcon size={15} />
    </IconButton>
  )
}

const ImageView = ({ node, selected, editor, updateAttributes, deleteNode }: NodeViewProps) => {
  const words = useEditorWords()
  const { sourceOf, renew, askAlt } = useEnvironment()
  const mediaId = String(node.attrs.mediaId)
  const [src, setSrc] = useState(() => sourceOf(mediaId))
  const alt = String(node.attrs.alt ?? '')
  const changeAlt = async () => {
    const said = await askAlt(alt)
    if (said !== null) updateAttributes({ alt: said })
  }
  return (
    <Block data-selected={selected} data-drag-handle>
      {src ? (
        <Picture src={src} alt={alt} draggable={false} onError={() => setSrc(renew(mediaId))} />
      ) : (
        <chakra.div display="grid" placeItems="center" h="160px" bg="sunken" color="muted" borderRadius="m">
          <ImageIcon size={30} label={alt || words.image} />
        </chakra.div>
      )}
      {editor.isEditable && (
        <Tools contentEditable={false}>
          <IconButton size="s" label={alt === '' ? words.addAlt : words.changeAlt} onClick={changeAlt}>
            <EditIcon size={15} />
          </IconButton>
          <Remove onClick={deleteNode} />
        </Tools>
      )}
    </Block>
  )
}

const AttachmentView = ({ node, selected, editor, deleteNode }: NodeViewProps) => {
  const { sourceOf } = useEnvironment()
  const { mediaId, kind, fileName, size } = node.attrs
  return (
    <Block data-selected={selected} data-drag-handle>
      <AttachmentCard kind={kind} fileName={String(fileName)} size={Number(size)} src={sourceOf(String(mediaId))}>
        {editor.isEditable && <Remove onClick={deleteNode} />}
      </AttachmentCard>
    </Block>
  )
}

const EmbedView = ({ node, selected, editor, deleteNode }: NodeViewProps) => {
  const { frameOf } = useEnvironment()
  const { embedProvider, embedKey, source } = node.attrs
  const frame = frameOf(String(embedProvider), String(embedKey))
  return (
    <Block data-selected={selected}>
      <chakra.div
        display="flex"
        alignItems="center"
        gap={2}
        pl={3}
        pr={1}
        py={1}
        mb={1}
        bg="sunken"
        borderRadius="m"
        fontSize="sm"
        cursor="grab"
        contentEditable={false}
        data-drag-handle
      >
        <strong>{frame?.name}</strong>
        <chakra.span color="muted" truncate flex="1" minW="0">
          {String(source)}
        </chakra.span>
        {editor.isEditable && <Remove onClick={deleteNode} />}
      </chakra.div>
      {frame && <EmbedFrame {...frame} />}
    </Block>
  )
}

const data = (name: string) => ({
  default: null,
  parseHTML: (element: HTMLElement) => element.getAttribute(`data-${name}`),
  renderHTML: (attrs: Record<string, unknown>) => ({ [`data-${name}`]: attrs[attrNames[name] ?? name] }),
})
const attrNames: Record<string, string> = {
  'media-id': 'mediaId',
  'file-name': 'fileName',
  'embed-provider': 'embedProvider',
  'embed-key': 'embedKey',
}

const leaf = { group: 'block', atom: true, draggable: true, selectable: true } as const

/**
 * Identified by its mediaId only: a picture from another site has none. `pasted` marks the place of one while what was
 * pasted is put into the text (useFiles), and is never in it afterwards.
 */
export const ImageNode = Node.create({
  name: 'image',
  ...leaf,
  addAttributes: () => ({
    mediaId: data('media-id'),
    alt: { default: '' },
    pasted: { ...data('pasted'), rendered: false },
  }),
  parseHTML: () => [{ tag: 'img[data-media-id], img[data-pasted]' }],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
  addNodeView: () => ReactNodeViewRenderer(ImageView),
})

export const AttachmentNode = Node.create({
  name: 'attachment',
  ...leaf,
  addAttributes: () => ({
    mediaId: data('media-id'),
    kind: { ...data('kind'), default: 'file' },
    fileName: { ...data('file-name'), default: '' },
    size: {
      default: 0,
      parseHTML: (element: HTMLElement) => Number(element.getAttribute('data-size')) || 0,
      renderHTML: ({ size }: Record<string, unknown>) => ({ 'data-size': String(size) }),
    },
  }),
  parseHTML: () => [{ tag: 'div[data-attachment]' }],
  renderHTML: ({ HTMLAttributes }) => ['div', mergeAttributes(HTMLAttributes, { 'data-attachment': '' })],
  addNodeView: () => ReactNodeViewRenderer(AttachmentView),
})

export const EmbedNode = Node.create({
  name: 'embed',
  ...leaf,
  addAttributes: () => ({
    embedProvider: data('embed-provider'),
    embedKey: data('embed-key'),
    source: data('source'),
  }),
  parseHTML: () => [{ tag: 'div[data-embed-key]' }],
  renderHTML: ({ HTMLAttributes }) => ['div', HTMLAttributes],
  addNodeView: () => ReactNodeViewRenderer(EmbedView),
})
