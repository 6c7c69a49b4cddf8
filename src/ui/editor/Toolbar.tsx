import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import {
  BoldIcon,
  BulletListIcon,
  CodeIcon,
  EmbedIcon,
  FileIcon,
  ImageIcon,
  ItalicIcon,
  LinkIcon,
  NumberListIcon,
  QuoteIcon,
  RedoIcon,
  RuleIcon,
  StrikeIcon,
  TableIcon,
  UnderlineIcon,
  UndoIcon,
} from '../look/icons'
import { type ToolEntry, ToolRow } from './ToolRow'
import { insertTable, tableAt } from './table'
import { toolbar } from './toolbarStyle'
import { useEditorWords } from './words'

type ToolbarProps = {
  editor: Editor
  /** Id of the text element that the toolbar changes. */
  controls: string
  onLink: () => void
  onImage: () => void
  onFile: () => void
  onEmbed: () => void
}

const isMac = () => typeof navigator !== 'undefined' && /Mac|iP(hone|ad)/.test(navigator.platform)

export const Toolbar = ({ editor, controls, onLink, onImage, onFile, onEmbed }: ToolbarProps) => {
  const words = useEditorWords()
  const state = useEditorState({
    editor,
    selector: ({ editor: one }) => ({
      level: [2, 3, 4].find((level) => one.isActive('heading', { level })) ?? 0,
      marks: ['bold', 'italic', 'underline', 'strike', 'code', 'link'].filter((name) => one.isActive(name)),
      blocks: ['bulletList', 'orderedList', 'blockquote'].filter((name) => one.isActive(name)),
      isTable: tableAt(one) !== null,
      canUndo: one.can().undo(),
      canRedo: one.can().redo(),
    }),
  })
  const mod = isMac() ? '⌘' : 'Ctrl+'
  const keyed = (label: string, keys: string) => words.withKeys(label, keys)
  const chain = () => editor.chain().focus()
  const on = (name: string) => state.marks.includes(name) || state.blocks.includes(name)
  const heading = (level: 2 | 3 | 4, label: string): ToolEntry => ({
    key: `heading${level}`,
    // A button's accessible name contains its visible text (WCAG 2.5.3).
    label: keyed(`${label} H${level - 1}`, `${mod}Alt+${level}`),
    face: `H${level - 1}`,
    isOn: state.level === level,
    run: () => chain().toggleHeading({ level }).run(),
  })
  const groups: ToolEntry[][] = [
    [heading(2, words.heading2), heading(3, words.heading3), heading(4, words.heading4)],
    [
      {
        key: 'bold',
        label: keyed(words.bold, `${mod}B`),
        face: <BoldIcon size={17} />,
        isOn: on('bold'),
        run: () => chain().toggleBold().run(),
      },
      {
        key: 'italic',
        label: keyed(words.italic, `${mod}I`),
        face: <ItalicIcon size={17} />,
        isOn: on('italic'),
        run: () => chain().toggleItalic().run(),
      },
      {
        key: 'underline',
        label: keyed(words.underline, `${mod}U`),
        face: <UnderlineIcon size={17} />,
        isOn: on('underline'),
        run: () => chain().toggleUnderline().run(),
      },
      {
        key: 'strike',
        label: keyed(words.strike, `${mod}Shift+S`),
        face: <StrikeIcon size={17} />,
        isOn: on('strike'),
        run: () => chain().toggleStrike().run(),
      },
      {
        key: 'code',
        label: keyed(words.code, `${mod}E`),
        face: <CodeIcon size={17} />,
        isOn: on('code'),
        run: () => chain().toggleCode().run(),
      },
      {
        key: 'link',
        label: keyed(words.link, `${mod}K`),
        face: <LinkIcon size={17} />,
        isOn: on('link'),
        run: onLink,
      },
    ],
    [
      {
        key: 'bulletList',
        label: keyed(words.bulletList, `${mod}Shift+8`),
        face: <BulletListIcon size={17} />,
        isOn: on('bulletList'),
        run: () => chain().toggleBulletList().run(),
      },
      {
        key: 'orderedList',
        label: keyed(words.orderedList, `${mod}Shift+7`),
        face: <NumberListIcon size={17} />,
        isOn: on('orderedList'),
        run: () => chain().toggleOrderedList().run(),
      },
      {
        key: 'blockquote',
        label: keyed(words.blockquote, `${mod}Shift+B`),
        face: <QuoteIcon size={17} />,
        isOn: on('blockquote'),
        run: () => chain().toggleBlockquote().run(),
      },
      {
        key: 'rule',
        label: words.rule,
        face: <RuleIcon size={17} />,
        run: () => chain().setHorizontalRule().run(),
      },
      {
        key: 'table',
        label: words.table,
        face: <TableIcon size={17} />,
        isOff: state.isTable,
        run: () => insertTable(editor),
      },
    ],
    [
      { key: 'image', label: words.image, face: <ImageIcon size={17} />, run: onImage },
      { key: 'file', label: words.file, face: <FileIcon size={17} />, run: onFile },
      { key: 'embed', label: words.embed, face: <EmbedIcon size={17} />, run: onEmbed },
    ],
    [
      {
        key: 'undo',
        label: keyed(words.undo, `${mod}Z`),
        face: <UndoIcon size={17} />,
        isOff: !state.canUndo,
        run: () => chain().undo().run(),
      },
      {
        key: 'redo',
        label: keyed(words.redo, `${mod}Shift+Z`),
        face: <RedoIcon size={17} />,
        isOff: !state.canRedo,
        run: () => chain().redo().run(),
      },
    ],
  ]
  return <ToolRow label={words.tools} controls={controls} groups={groups} css={toolbar} />
}
