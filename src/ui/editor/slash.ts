import type { Editor } from '@tiptap/core'
import type { EditorState } from '@tiptap/pm/state'
import { hiraganaOf, isCalled } from '#kit/kana.ts'

export type Slash = { from: number; to: number; query: string }

/** "/" at the beginning of an empty paragraph, in either width, and what was written after it. */
export const slashAt = ({ selection, doc }: EditorState): Slash | null => {
  const { $from, empty } = selection
  if (!empty || $from.parent.type.name !== 'paragraph') return null
  const before = doc.textBetween($from.start(), $from.pos, '\n', '\n')
  const found = /^[/／]([^\s/／]{0,20})$/.exec(before)
  return found && { from: $from.start(), to: $from.pos, query: found[1] ?? '' }
}

export type Insertion = {
  key: string
  label: string
  /** Other names in Latin letters, and how it is read: it is also found by kana, before the input method has made it kanji. */
  also: string
  run: (editor: Editor) => void
}

const folded = (text: string) => text.normalize('NFKC').toLowerCase()

export const matching = <One extends Insertion>(all: readonly One[], query: string): One[] =>
  all.filter(({ label, also }) => {
    const names = `${folded(label)} ${also}`
    return isCalled({ all: names, kana: hiraganaOf(names) }, folded(query))
  })
