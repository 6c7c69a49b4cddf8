import { Extension, type KeyboardShortcutCommand } from '@tiptap/core'
import { Blockquote } from '@tiptap/extension-blockquote'
import { Bold } from '@tiptap/extension-bold'
import { Code } from '@tiptap/extension-code'
import { Document } from '@tiptap/extension-document'
import { HardBreak } from '@tiptap/extension-hard-break'
import { Heading } from '@tiptap/extension-heading'
import { HorizontalRule } from '@tiptap/extension-horizontal-rule'
import { Italic } from '@tiptap/extension-italic'
import { Link } from '@tiptap/extension-link'
import { BulletList, ListItem, ListKeymap, OrderedList } from '@tiptap/extension-list'
import { Paragraph } from '@tiptap/extension-paragraph'
import { Strike } from '@tiptap/extension-strike'
import { Text } from '@tiptap/extension-text'
import { Underline } from '@tiptap/extension-underline'
import { Dropcursor, Gapcursor, Placeholder, TrailingNode, UndoRedo } from '@tiptap/extensions'
import { safeHref } from '#kit/richText.ts'
import { AttachmentNode, EmbedNode, ImageNode } from './nodes'
import { TableCellNode, TableHeaderNode, TableNode, TableRowNode } from './table'
import { UploadPlaces } from './uploads'

type Own = {
  placeholder: string
  /** Opens the input for a link's URL. */
  onLink: () => void
}

const ownKeys = ({ onLink }: Pick<Own, 'onLink'>) =>
  Extension.create({
    name: 'ownKeys',
    addKeyboardShortcuts: (): Record<string, KeyboardShortcutCommand> => ({
      'Mod-k': () => {
        onLink()
        return true
      },
    }),
  })

/** Exactly the nodes and marks that a document may contain. */
export const extensionsOf = ({ placeholder, onLink }: Own) => [
  Document,
  Paragraph,
  Text,
  Heading.configure({ levels: [2, 3, 4] }),
  Blockquote,
  BulletList,
  OrderedList,
  ListItem,
  ListKeymap,
  HorizontalRule,
  HardBreak,
  Bold,
  Italic,
  Underline,
  Strike,
  Code,
  Link.configure({
    openOnClick: false,
    autolink: true,
    linkOnPaste: true,
    defaultProtocol: 'https',
    isAllowedUri: (url) => safeHref(url) !== null,
    shouldAutoLink: (url) => safeHref(url) !== null,
    HTMLAttributes: { rel: 'noopener noreferrer nofollow', target: null },
  }),
  ImageNode,
  AttachmentNode,
  EmbedNode,
  TableNode,
  TableRowNode,
  TableCellNode,
  TableHeaderNode,
  UndoRedo,
  Gapcursor,
  Dropcursor.configure({ color: 'var(--ui-colors-accent)', width: 2 }),
  TrailingNode,
  Placeholder.configure({ placeholder }),
  UploadPlaces,
  ownKeys({ onLink }),
]
