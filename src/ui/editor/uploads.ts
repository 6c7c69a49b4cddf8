import { Extension } from '@tiptap/core'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'

type Change = { add: { id: string; pos: number; element: HTMLElement } } | { remove: string }
const key = new PluginKey<DecorationSet>('uploads')

/** Placeholders of running uploads. They are not part of the document, so they are neither saved nor undone. */
export const UploadPlaces = Extension.create({
  name: 'uploadPlaces',
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      key,
      state: {
        init: () => DecorationSet.empty,
        apply: (tr, before) => {
          const places = before.map(tr.mapping, tr.doc)
          const change = tr.getMeta(key) as Change | undefined
          if (!change) return places
          if ('add' in change) {
            const { id, pos, element } = change.add
            return places.add(tr.doc, [Decoration.widget(pos, element, { id, key: id, side: -1 })])
          }
          return places.remove(places.find(undefined, undefined, (spec) => spec.id === change.remove))
        },
      },
      props: { decorations: (state) => key.getState(state) },
    }),
  ],
})

const tell = (view: EditorView, change: Change) => view.dispatch(view.state.tr.setMeta(key, change))

export const openPlace = (view: EditorView, pos: number, element: HTMLElement): string => {
  const id = crypto.randomUUID()
  tell(view, { add: { id, pos, element } })
  return id
}
export const closePlace = (view: EditorView, id: string) => tell(view, { remove: id })
/** Current position of the placeholder; null if the text around it was deleted. */
export const placeOf = (view: EditorView, id: string): number | null =>
  key.getState(view.state)?.find(undefined, undefined, (spec) => spec.id === id)[0]?.from ?? null

type UploadLabels = { label: string; cancel: string; onCancel: () => void }

/** DOM element of a placeholder: file name, progress and a cancel button. */
export const placeElement = ({ label, cancel, onCancel }: UploadLabels) => {
  const element = document.createElement('div')
  element.className = 'upload-place'
  element.contentEditable = 'false'
  const text = document.createElement('span')
  const bar = document.createElement('progress')
  bar.max = 100
  bar.setAttribute('aria-label', label)
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = '×'
  button.setAttribute('aria-label', cancel)
  button.addEventListener('click', onCancel)
  element.append(text, bar, button)
  const show = (part: number) => {
    const percent = Math.round(part * 100)
    bar.value = percent
    text.textContent = `${label} ${percent}%`
  }
  show(0)
  return { element, show }
}
