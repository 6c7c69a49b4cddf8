import { Extension } from '@tiptap/core'
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'

type Place = { id: string; pos: number; element: HTMLElement }
type Change = { add: Place[] } | { remove: string }
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
            const added = change.add.map(({ id, pos, element }) =>
              Decoration.widget(pos, element, { id, key: id, side: -1 }),
            )
            return places.add(tr.doc, added)
          }
          return places.remove(places.find(undefined, undefined, (spec) => spec.id === change.remove))
        },
      },
      props: { decorations: (state) => key.getState(state) },
    }),
  ],
})

const told = (tr: Transaction, change: Change) => tr.setMeta(key, change)

export const openPlaces = (tr: Transaction, places: Place[]) => told(tr, { add: places })
export const closePlace = (view: EditorView, id: string) => view.dispatch(told(view.state.tr, { remove: id }))
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
