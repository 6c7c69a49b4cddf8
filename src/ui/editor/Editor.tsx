import { chakra } from '@chakra-ui/react'
import type { Editor as TiptapEditor } from '@tiptap/core'
import type { Transaction } from '@tiptap/pm/state'
import { EditorContent, type UseEditorOptions, useEditor, useEditorState } from '@tiptap/react'
import { type RefObject, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { documentOf, safeHref, textOf } from '#kit/richText.ts'
import { prose } from '../text/prose'
import { Ask, type Question } from './Ask'
import { EditorEnvironment, type EditorWorld } from './environment'
import { extensionsOf } from './extensions'
import { insertionsOf } from './insertions'
import { cleanPasted } from './paste'
import { type Beside, type PastedPicture, takePictures } from './pastedPictures'
import { SlashMenu } from './SlashMenu'
import { matching, slashAt } from './slash'
import { TableBar, tableBarRoom } from './TableBar'
import { Toolbar } from './Toolbar'
import { useFiles } from './useFiles'
import { useEditorWords } from './words'

export type EditorProps = EditorWorld & {
  /** The document as JSON (kit/richText.ts), without addresses; empty for an empty one. */
  value: string
  onChange: (text: string) => void
  label: string
  /** Addresses of the files that stand in the text, by mediaId. */
  sources: ReadonlyMap<string, string>
  /** Told when a file is on its way and when all have come. */
  onBusy?: (busy: boolean) => void
  error?: string | undefined
  /** Where the text was pressed before the editor was there. */
  pressed: RefObject<PressedAt | null>
  /** Told when it shows the text; then it is alone. */
  onThere: () => void
  isAlone: boolean
}

/** Pixels of the window. */
export type PressedAt = { left: number; top: number }

const Room = chakra('div', {
  base: {
    position: 'relative',
    '& .ProseMirror': {
      ...prose,
      minH: '420px',
      px: { base: 4, md: 8 },
      py: { base: 5, md: 7 },
      outline: 'none',
      '& p.is-empty:first-child:last-child::before, & p.is-empty.is-editor-empty::before': {
        content: 'attr(data-placeholder)',
        color: 'faint',
        float: 'left',
        h: 0,
        pointerEvents: 'none',
      },
    },
    '& .ProseMirror-gapcursor': { position: 'absolute', display: 'none', pointerEvents: 'none' },
    '& .ProseMirror-focused .ProseMirror-gapcursor': {
      display: 'block',
      _after: { content: '""', display: 'block', w: '24px', borderTopWidth: '2px', borderColor: 'text' },
    },
    // Room for the tools of a table, which stand above it.
    '& .ProseMirror .table, & .ProseMirror > .table:first-child': { mt: `${tableBarRoom}px` },
    '&:not(:focus-within) [data-table-bar]': { display: 'none' },
    '& .selectedCell': { bg: 'accentSubtle' },
    '& hr.ProseMirror-selectednode': { outline: '2px solid', outlineColor: 'accent' },
    '& .upload-place': {
      display: 'grid',
      gridTemplateColumns: '1fr auto',
      alignItems: 'center',
      gap: 2,
      my: 4,
      p: 3,
      borderWidth: '1px',
      borderStyle: 'dashed',
      borderColor: 'borderControl',
      borderRadius: 'm',
      fontSize: '0.875rem',
      color: 'muted',
      fontVariantNumeric: 'tabular-nums',
      '& progress': { gridColumn: '1 / -1', gridRow: 2, w: '100%', h: '6px', accentColor: 'var(--ui-colors-accent)' },
      '& button': { gridColumn: 2, gridRow: 1, w: '32px', h: '32px', borderRadius: '8px', cursor: 'pointer' },
    },
  },
})

/** Loaded on demand by RichText. It depends on no feature: files, frames and error texts come in its props. */
export const Editor = (props: EditorProps) => {
  const { value, label, error, isAlone } = props
  const words = useEditorWords()
  const id = useId()
  const room = useRef<HTMLDivElement>(null)
  const [question, setQuestion] = useState<(Question & { key: number }) | null>(null)
  const ask = (said: Question) => setQuestion({ ...said, key: Date.now() })
  const world = useRef(props)
  world.current = props
  const asked = useRef(ask)
  asked.current = ask
  /** The form's value: one that changed elsewhere (discarded, or loaded from another save) is put into the editor. */
  const known = useRef(value)
  const menu = useRef<{ key: (event: KeyboardEvent) => boolean; attributes: Record<string, string> }>({
    key: () => false,
    attributes: {},
  })
  // The first address of a file stays while it works: every reading makes new ones, and pictures would load again.
  const [shown] = useState(() => new Map(props.sources))
  const files = useFiles(world, shown)
  const sending = useRef(files)
  sending.current = files
  /** What the text's attributes were made of. */
  const said = useRef({ label, error })
  /** What is being pasted: its HTML is read before it is known where it goes. */
  const pasted = useRef<{ beside: Beside; pictures: PastedPicture[] } | null>(null)

  // Made once: by others at a render the editor would be set up anew at each, with all of its text.
  const [options] = useState((): UseEditorOptions & { immediatelyRender: false } => ({
    immediatelyRender: false,
    shouldRerenderOnTransaction: false,
    extensions: extensionsOf({ placeholder: words.placeholder, onLink: () => linking.current() }),
    content: documentOf(value),
    editorProps: {
      attributes: () => ({
        id: `${id}-text`,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': world.current.label,
        ...(world.current.error && { 'aria-invalid': 'true', 'aria-describedby': `${id}-error` }),
        ...menu.current.attributes,
      }),
      handleDOMEvents: {
        paste: (_, event) => {
          const data = event.clipboardData
          pasted.current = {
            beside: { rtf: data?.getData('text/rtf') ?? '', files: [...(data?.files ?? [])] },
            pictures: [],
          }
          return false
        },
        drop: () => {
          pasted.current = null
          return false
        },
      },
      transformPastedHTML: (html) =>
        cleanPasted(html, (given) => {
          if (pasted.current) pasted.current.pictures = takePictures(given, pasted.current.beside)
        }),
      handleKeyDown: (view, event) => {
        // The keys of an input method choose its candidates.
        if (event.isComposing || view.composing || event.keyCode === 229) return false
        if (menu.current.key(event)) return true
        // In a table the tab key goes from cell to cell: its tools, or else the others, are reached by another one.
        if (event.key === 'F10' && event.altKey) {
          const stops = room.current?.parentElement?.querySelectorAll<HTMLElement>('[role=toolbar] [tabindex="0"]')
          stops?.[stops.length - 1]?.focus()
          return true
        }
        // The portal's own search opens by the same keys.
        if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) event.stopPropagation()
        return false
      },
      handlePaste: (view, event, slice) => {
        const pictures = pasted.current?.pictures ?? []
        pasted.current = null
        if (pictures.length > 0) {
          void sending.current.putPasted(view, slice, pictures)
          return true
        }
        const given = [...(event.clipboardData?.files ?? [])]
        const hasText = (event.clipboardData?.getData('text/plain') ?? '') !== ''
        if (given.length === 0 || hasText) {
          void offerEmbed.current(event.clipboardData?.getData('text/plain') ?? '')
          return false
        }
        void sending.current.send(view, given, view.state.selection.from)
        return true
      },
      handleDrop: (view, event, _slice, moved) => {
        const given = [...(event.dataTransfer?.files ?? [])]
        if (moved || given.length === 0) return false
        event.preventDefault()
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
        void sending.current.send(view, given, at?.pos ?? view.state.doc.content.size)
        return true
      },
    },
    onUpdate: ({ editor: changed }) => {
      const text = textOf(changed.getJSON() as never)
      if (text === known.current) return
      known.current = text
      world.current.onChange(text)
    },
  }))
  const editor = useEditor(options)
  useEffect(() => {
    // Its attributes are written when it is told of others.
    if (label !== said.current.label || error !== said.current.error) editor?.setOptions()
    said.current = { label, error }
  }, [editor, label, error])

  const isMade = editor !== null
  useLayoutEffect(() => {
    if (isMade) world.current.onThere()
  }, [isMade])
  // Once nothing stands above it any more.
  useEffect(() => {
    const at = world.current.pressed.current
    if (editor && isAlone && at) editor.commands.focus(editor.view.posAtCoords(at)?.pos ?? 'end')
  }, [editor, isAlone])

  // In the commit itself: a later effect could run after the next key, and would put the text before it back.
  useLayoutEffect(() => {
    if (!editor || value === known.current) return
    known.current = value
    for (const [mediaId, url] of world.current.sources) if (!shown.has(mediaId)) shown.set(mediaId, url)
    editor.commands.setContent(documentOf(value), { emitUpdate: false })
  }, [editor, value, shown])

  // --- What is asked in a dialog ------------------------------------------------------------------------------------

  const askLink = () => {
    if (!editor) return
    const before = String(editor.getAttributes('link').href ?? '')
    ask({
      title: words.linkTitle,
      label: words.linkLabel,
      hint: words.linkHint,
      apply: words.linkApply,
      value: before,
      take: (answer) => {
        const typed = answer.trim()
        const href = safeHref(/^[a-z][a-z\d+.-]*:/i.test(typed) ? typed : `https://${typed}`)
        if (typed === '' || !href) return words.linkWrong
        const chain = editor.chain().focus().extendMarkRange('link')
        if (editor.state.selection.empty && before === '') {
          chain.insertContent({ type: 'text', text: typed, marks: [{ type: 'link', attrs: { href } }] }).run()
        } else chain.setLink({ href }).run()
        return null
      },
      ...(before !== '' && {
        remove: {
          label: words.linkRemove,
          run: () => editor.chain().focus().extendMarkRange('link').unsetLink().run(),
        },
      }),
    })
  }
  const linking = useRef(askLink)
  linking.current = askLink

  const insertEmbed = async (one: TiptapEditor, source: string) => {
    const found = await world.current.embed(source)
    const node = found && one.schema.nodes.embed?.create({ ...found, source })
    if (node) {
      // After what is chosen: another frame may be, and would be replaced.
      const insertAfter = ({ tr }: { tr: Transaction }) => {
        tr.replaceRangeWith(tr.selection.to, tr.selection.to, node)
        return true
      }
      one.chain().focus().command(insertAfter).run()
    }
    return found !== null
  }
  const askEmbed = () => {
    if (!editor) return
    ask({
      title: words.embedTitle,
      label: words.embedLabel,
      hint: words.embedHint,
      apply: words.embedApply,
      value: '',
      take: async (answer) => ((await insertEmbed(editor, answer.trim())) ? null : words.embedWrong),
    })
  }
  /** An address that was pasted alone on an empty line becomes what it shows, where that can be embedded. */
  const offerEmbed = useRef(async (_: string): Promise<void> => {})
  offerEmbed.current = async (text) => {
    const source = text.trim()
    if (!editor || !/^https:\/\/\S+$/.test(source) || editor.state.selection.$from.parent.content.size > 0) return
    const found = await world.current.embed(source)
    const { $from } = editor.state.selection
    // Something else was written meanwhile.
    if (!found || $from.parent.textContent !== source || $from.depth !== 1) return
    editor
      .chain()
      .insertContentAt({ from: $from.before(), to: $from.after() }, { type: 'embed', attrs: { ...found, source } })
      .run()
  }
  const askAlt = (alt: string) =>
    new Promise<string | null>((done) => {
      asked.current({
        title: words.altTitle,
        label: words.altLabel,
        hint: words.altHint,
        apply: words.altApply,
        value: alt,
        take: (answer) => {
          done([...answer.trim()].slice(0, 300).join(''))
          return null
        },
        onClose: () => done(null),
      })
    })

  const asking = useRef(askAlt)
  asking.current = askAlt

  // --- What is chosen by a slash ------------------------------------------------------------------------------------

  const insertions = insertionsOf(words, { pick: files.pick, askEmbed })
  const slash = useEditorState({ editor, selector: ({ editor: one }) => (one?.isFocused ? slashAt(one.state) : null) })
  const [chosen, setChosen] = useState(0)
  const [dismissed, setDismissed] = useState<number | null>(null)
  const found = slash && slash.from !== dismissed ? matching(insertions, slash.query) : []
  const isOpen = slash !== null && found.length > 0
  const at = Math.min(chosen, Math.max(0, found.length - 1))
  const slashFrom = slash?.from ?? null
  useEffect(() => {
    setChosen(0)
    if (slashFrom === null) setDismissed(null)
  }, [slashFrom])
  const insert = (index: number) => {
    const one = found[index]
    if (!editor || !slash || !one) return
    editor.chain().focus().deleteRange({ from: slash.from, to: slash.to }).run()
    one.run(editor)
  }
  menu.current = {
    attributes: isOpen ? { 'aria-controls': `${id}-slash`, 'aria-activedescendant': `${id}-slash-${at}` } : {},
    key: (event) => {
      if (!isOpen) return false
      if (event.key === 'ArrowDown') setChosen((at + 1) % found.length)
      else if (event.key === 'ArrowUp') setChosen((at - 1 + found.length) % found.length)
      else if (event.key === 'Enter' || event.key === 'Tab') insert(at)
      else if (event.key === 'Escape') setDismissed(slashFrom)
      else return false
      return true
    },
  }
  useEffect(() => {
    // The editor writes its attributes when its state changes, so those for the menu are set separately.
    const text = editor?.view.dom
    if (!text) return
    for (const name of ['aria-controls', 'aria-activedescendant']) text.removeAttribute(name)
    if (isOpen) {
      text.setAttribute('aria-controls', `${id}-slash`)
      text.setAttribute('aria-activedescendant', `${id}-slash-${at}`)
    }
  }, [editor, isOpen, at, id])

  const place = () => {
    const box = room.current?.getBoundingClientRect()
    if (!editor || !slash || !box) return { top: 0, left: 0 }
    const line = editor.view.coordsAtPos(slash.from)
    return { top: line.bottom - box.top + 6, left: Math.max(0, Math.min(line.left - box.left, box.width - 248)) }
  }

  const environment = useMemo(
    () => ({
      frameOf: (provider: string, key: string) => world.current.frameOf(provider, key),
      sourceOf: (mediaId: string) => shown.get(mediaId) ?? world.current.sources.get(mediaId),
      renew: (mediaId: string) => {
        const next = world.current.sources.get(mediaId)
        if (next === undefined || next === shown.get(mediaId)) return undefined
        shown.set(mediaId, next)
        return next
      },
      askAlt: (alt: string) => asking.current(alt),
    }),
    [shown],
  )
  if (!editor) return null
  return (
    <EditorEnvironment value={environment}>
      <Toolbar
        editor={editor}
        controls={`${id}-text`}
        onLink={askLink}
        onImage={() => files.pick('image')}
        onFile={() => files.pick('file')}
        onEmbed={askEmbed}
      />
      <Room ref={room}>
        <EditorContent editor={editor} />
        <TableBar editor={editor} controls={`${id}-text`} room={room} />
        {isOpen && <SlashMenu id={`${id}-slash`} items={found} at={at} place={place()} onChoose={insert} />}
      </Room>
      {error && (
        <chakra.p id={`${id}-error`} role="alert" px={{ base: 4, md: 8 }} pb={4} fontSize="sm" color="bad">
          {error}
        </chakra.p>
      )}
      {files.inputs(editor.view)}
      {question && <Ask key={question.key} question={question} onClose={() => setQuestion(null)} />}
    </EditorEnvironment>
  )
}
