import type { Editor as TiptapEditor } from '@tiptap/core'
import type { ReactNode } from 'react'
import {
  BulletListIcon,
  EmbedIcon,
  FileIcon,
  HeadingIcon,
  ImageIcon,
  NumberListIcon,
  QuoteIcon,
  RuleIcon,
  TableIcon,
} from '../look/icons'
import type { Insertion } from './slash'
import { insertTable } from './table'
import type { EditorWordsText } from './words.ja'

type Choice = Insertion & { icon: ReactNode }
type Asks = { pick: (kind: 'image' | 'file') => void; askEmbed: () => void }

const sizes = { 2: 'oo', 3: 'naka', 4: 'ko' } as const

/** What a slash offers. */
export const insertionsOf = (words: EditorWordsText, { pick, askEmbed }: Asks): Choice[] => [
  ...([2, 3, 4] as const).map((level) => ({
    key: `heading${level}`,
    label: words[`heading${level}`],
    also: `heading h${level - 1} ${sizes[level]}midashi`,
    icon: <HeadingIcon size={17} />,
    run: (one: TiptapEditor) => void one.chain().focus().setHeading({ level }).run(),
  })),
  {
    key: 'bulletList',
    label: words.bulletList,
    also: 'bullet list kajougaki risuto',
    icon: <BulletListIcon size={17} />,
    run: (one) => one.chain().focus().toggleBulletList().run(),
  },
  {
    key: 'orderedList',
    label: words.orderedList,
    also: 'numbered ordered list bangou risuto',
    icon: <NumberListIcon size={17} />,
    run: (one) => one.chain().focus().toggleOrderedList().run(),
  },
  {
    key: 'blockquote',
    label: words.blockquote,
    also: 'quote inyou',
    icon: <QuoteIcon size={17} />,
    run: (one) => one.chain().focus().setBlockquote().run(),
  },
  {
    key: 'rule',
    label: words.rule,
    also: 'rule divider hr kugirisen',
    icon: <RuleIcon size={17} />,
    run: (one) => one.chain().focus().setHorizontalRule().run(),
  },
  {
    key: 'table',
    label: words.table,
    also: 'table grid hyou',
    icon: <TableIcon size={17} />,
    run: insertTable,
  },
  {
    key: 'image',
    label: words.image,
    also: 'image picture photo gazou shashin',
    icon: <ImageIcon size={17} />,
    run: () => pick('image'),
  },
  {
    key: 'file',
    label: words.file,
    also: 'audio file attachment onsei fairu',
    icon: <FileIcon size={17} />,
    run: () => pick('file'),
  },
  {
    key: 'embed',
    label: words.embed,
    also: 'embed youtube video umekomi douga',
    icon: <EmbedIcon size={17} />,
    run: () => askEmbed(),
  },
]
