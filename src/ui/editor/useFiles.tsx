import type { EditorView } from '@tiptap/pm/view'
import { type RefObject, useRef } from 'react'
import { toast } from '../overlay/Toaster'
import type { EditorWorld, FileKind } from './environment'
import { closePlace, openPlace, placeElement, placeOf } from './uploads'
import { useEditorWords } from './words'

const kindOf = (file: File): FileKind =>
  file.type.startsWith('image/') ? 'image' : file.type.startsWith('audio/') ? 'audio' : 'file'

type World = EditorWorld & { onBusy?: (busy: boolean) => void }

/** Files on their way into the text: chosen, dropped or pasted. They stand in the order in which they were given. */
export const useFiles = (world: RefObject<World>, shown: Map<string, string>) => {
  const words = useEditorWords()
  const image = useRef<HTMLInputElement>(null)
  const other = useRef<HTMLInputElement>(null)
  const underway = useRef(0)
  const count = (change: 1 | -1) => {
    underway.current += change
    world.current.onBusy?.(underway.current > 0)
  }

  const sendOne = async (view: EditorView, file: File, pos: number) => {
    const kind = kindOf(file)
    const problem = world.current.problemOf(file, kind)
    if (problem) return toast({ tone: 'bad', title: file.name, text: problem })
    let isStopped = false
    const place = placeElement({
      label: words.uploading(file.name),
      cancel: words.cancelUpload(file.name),
      onCancel: () => {
        isStopped = true
        closePlace(view, id)
      },
    })
    const id = openPlace(view, Math.min(pos, view.state.doc.content.size), place.element)
    count(1)
    try {
      const { mediaId, url } = await world.current.upload(file, kind, place.show)
      const at = isStopped || view.isDestroyed ? null : placeOf(view, id)
      if (at === null) return
      shown.set(mediaId, url)
      const { image: picture, attachment } = view.state.schema.nodes
      const node =
        kind === 'image'
          ? picture?.create({ mediaId, alt: '' })
          : attachment?.create({ mediaId, kind, fileName: file.name, size: file.size })
      closePlace(view, id)
      if (node) view.dispatch(view.state.tr.replaceRangeWith(at, at, node).scrollIntoView())
    } catch {
      if (view.isDestroyed) return
      closePlace(view, id)
      if (!isStopped) toast({ tone: 'bad', title: words.uploadFailed(file.name) })
    } finally {
      count(-1)
    }
  }

  const send = async (view: EditorView, files: readonly File[], pos: number) => {
    const before = view.state.doc.content.size
    for (const file of files) {
      // Each is inserted after the one before it.
      await sendOne(view, file, pos + view.state.doc.content.size - before)
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
    pick: (kind: 'image' | 'file') => (kind === 'image' ? image : other).current?.click(),
    inputs: (view: EditorView) => (
      <>
        {input(image, view, words.image, 'image/jpeg,image/png,image/webp,image/gif,image/avif')}
        {input(other, view, words.file, '.mp3,.m4a,.ogg,.oga,.opus,.wav,.flac,.pdf,.zip,.epub,.txt,.csv')}
      </>
    ),
  }
}
