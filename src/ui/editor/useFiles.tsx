import type { Node, Slice } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { type RefObject, useRef } from 'react'
import { toast } from '../overlay/Toaster'
import type { EditorWorld, FileKind } from './environment'
import type { PastedPicture } from './pastedPictures'
import { closePlace, openPlaces, placeElement, placeOf } from './uploads'
import { useEditorWords } from './words'

const kindOf = (file: File): FileKind =>
  file.type.startsWith('image/') ? 'image' : file.type.startsWith('audio/') ? 'audio' : 'file'

/** Where the pictures of a pasted text stand, in reading order. */
const marksIn = (doc: Node, pictures: readonly PastedPicture[]) => {
  const found: { pos: number; node: Node; picture: PastedPicture }[] = []
  doc.descendants((node, pos) => {
    const picture = node.type.name === 'image' && pictures.find(({ key }) => key === node.attrs.pasted)
    if (picture) found.push({ pos, node, picture })
  })
  return found
}

/** In a cell or quote that is empty it takes the place of the empty line. */
const putAt = (tr: Transaction, at: number, node: Node): Transaction => {
  const place = tr.doc.resolve(at)
  const [{ parent }, next] = [place, place.nodeAfter]
  const isEmpty = place.depth > 0 && parent.childCount === 1 && next?.type.name === 'paragraph' && next.childCount === 0
  return isEmpty && parent.canReplaceWith(0, 1, node.type)
    ? tr.replaceWith(at, at + next.nodeSize, node)
    : tr.replaceRangeWith(at, at, node)
}

type World = EditorWorld & { onBusy?: (busy: boolean) => void }

/** Files on their way into the text: chosen, dropped or pasted. They stand in the order in which they were given. */
export const useFiles = (world: RefObject<World>, shown: Map<string, string>) => {
  const words = useEditorWords()
  const image = useRef<HTMLInputElement>(null)
  const other = useRef<HTMLInputElement>(null)
  const underway = useRef(0)
  const count = (change: 1 | -1) => {
    const before = underway.current
    underway.current += change
    // Of several files the first and the last are told of (`useUnderway`).
    if (before > 0 !== underway.current > 0) world.current.onBusy?.(underway.current > 0)
  }

  /** A place for a file that is coming; `open` puts it into the text. */
  const placeFor = (view: EditorView, name: string) => {
    const [id, state] = [crypto.randomUUID(), { isStopped: false }]
    const { element, show } = placeElement({
      label: words.uploading(name),
      cancel: words.cancelUpload(name),
      onCancel: () => {
        state.isStopped = true
        closePlace(view, id)
      },
    })
    return { id, element, show, state }
  }

  const isRefused = (file: File) => {
    const problem = world.current.problemOf(file, kindOf(file))
    if (problem) toast({ tone: 'bad', title: file.name, text: problem })
    return problem !== null
  }

  /** Uploads a file and puts it where its place is. */
  const fill = async (view: EditorView, { id, show, state }: ReturnType<typeof placeFor>, file: File, alt: string) => {
    const kind = kindOf(file)
    try {
      const { mediaId, url } = await world.current.upload(file, kind, show)
      const at = state.isStopped || view.isDestroyed ? null : placeOf(view, id)
      if (at === null) return
      shown.set(mediaId, url)
      const { image: picture, attachment } = view.state.schema.nodes
      const node =
        kind === 'image'
          ? picture?.create({ mediaId, alt })
          : attachment?.create({ mediaId, kind, fileName: file.name, size: file.size })
      closePlace(view, id)
      if (node) view.dispatch(putAt(view.state.tr, at, node).scrollIntoView())
    } catch {
      if (view.isDestroyed) return
      closePlace(view, id)
      if (!state.isStopped) toast({ tone: 'bad', title: words.uploadFailed(file.name) })
    }
  }

  const send = async (view: EditorView, files: readonly File[], pos: number) => {
    const before = view.state.doc.content.size
    for (const file of files) {
      if (isRefused(file)) continue
      const place = placeFor(view, file.name)
      // Each is inserted after the one before it.
      const { size } = view.state.doc.content
      const at = Math.min(pos + size - before, size)
      view.dispatch(openPlaces(view.state.tr, [{ ...place, pos: at }]))
      count(1)
      await fill(view, place, file, '').finally(() => count(-1))
    }
  }

  /** Puts what was pasted into the text, with a place for each of its pictures until it is uploaded. */
  const putPasted = async (view: EditorView, slice: Slice, pictures: readonly PastedPicture[]) => {
    const tr = view.state.tr.replaceSelection(slice)
    const [steps, marks] = [tr.steps.length, marksIn(tr.doc, pictures)]
    for (const { pos, node } of marks.toReversed()) {
      const isAlone = tr.doc.resolve(pos).parent.childCount === 1
      const instead = isAlone ? view.state.schema.nodes.paragraph?.create() : undefined
      if (instead) tr.replaceWith(pos, pos + node.nodeSize, instead)
      else tr.delete(pos, pos + node.nodeSize)
    }
    const after = tr.mapping.slice(steps)
    const coming = marks.map(({ pos, picture }) => ({
      picture,
      pos: after.map(pos, -1),
      ...placeFor(view, picture.name),
    }))
    view.dispatch(openPlaces(tr, coming).scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'))
    count(1)
    try {
      const files = await Promise.all(coming.map(({ picture }) => picture.file?.() ?? null))
      const left = pictures.filter(({ file }) => !file).length + files.filter((file) => !file).length
      if (left > 0) toast({ tone: 'info', title: words.picturesLeft(left), text: words.picturesLeftText })
      for (const [n, place] of coming.entries()) {
        const file = files[n]
        if (view.isDestroyed) return
        if (!file || isRefused(file)) closePlace(view, place.id)
        else if (!place.state.isStopped) await fill(view, place, file, place.picture.alt)
      }
    } finally {
      count(-1)
    }
  }

  const input = (ref: RefObject<HTMLInputElement | null>, view: EditorView, label: string, accept: string) => (
    <input
      ref={ref}
      type="file"
      hidden
      multiple
      aria-label={label}
      accept={accept}
      onChange={(event) => {
        const files = [...(event.currentTarget.files ?? [])]
        event.currentTarget.value = ''
        void send(view, files, view.state.selection.from)
      }}
    />
  )
  return {
    send,
    putPasted,
    pick: (kind: 'image' | 'file') => (kind === 'image' ? image : other).current?.click(),
    inputs: (view: EditorView) => (
      <>
        {input(image, view, words.image, 'image/jpeg,image/png,image/webp,image/gif,image/avif')}
        {input(other, view, words.file, '.mp3,.m4a,.ogg,.oga,.opus,.wav,.flac,.pdf,.zip,.epub,.txt,.csv')}
      </>
    ),
  }
}
