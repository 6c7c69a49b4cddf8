import { chakra } from '@chakra-ui/react'
import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { ColumnAddIcon, ColumnRemoveIcon, HeaderRowIcon, RowAddIcon, RowRemoveIcon, TrashIcon } from '../look/icons'
import { ToolRow } from './ToolRow'
import { actOnTable, type TableAct, tableAt } from './table'
import { toolbarTop } from './toolbarStyle'
import { useEditorWords } from './words'

const icons = {
  addRow: RowAddIcon,
  addColumn: ColumnAddIcon,
  removeRow: RowRemoveIcon,
  removeColumn: ColumnRemoveIcon,
  header: HeaderRowIcon,
  removeTable: TrashIcon,
} satisfies Record<TableAct, unknown>

/** Pixels that the bar takes above its table, for which the editor leaves room; the text does not move when it appears. */
export const tableBarRoom = 52

type BarProps = {
  editor: Editor
  /** Id of the text element that the tools change. */
  controls: string
  /** What the editor's text stands in. */
  room: RefObject<HTMLElement | null>
}

/** Tools of the table that holds the cursor: above it, and below the toolbar while the table is scrolled under that. */
export const TableBar = ({ editor, controls, room }: BarProps) => {
  const words = useEditorWords()
  const at = useEditorState({ editor, selector: ({ editor: one }) => tableAt(one) })
  const [span, setSpan] = useState<{ top: number; height: number; below: number } | null>(null)
  useLayoutEffect(() => {
    const table = at === null ? null : editor.view.nodeDOM(at)
    const around = room.current
    if (!(table instanceof HTMLElement) || !around) return setSpan(null)
    const measure = () => {
      const box = table.getBoundingClientRect()
      const below = toolbarTop + (around.previousElementSibling?.clientHeight ?? 0) + 4
      setSpan({ top: box.top - around.getBoundingClientRect().top, height: box.height, below })
    }
    // Its own height, and that of whatever stands before it.
    const observer = new ResizeObserver(measure)
    for (const element of [table, around]) observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [editor, at, room])
  if (span === null) return null
  const tool = (act: TableAct) => {
    const [short, label] = words.tableActs[act]
    const Icon = icons[act]
    const face = (
      <chakra.span display="inline-flex" alignItems="center" gap={1}>
        <Icon size={17} />
        <chakra.span display={{ base: 'none', md: 'inline' }}>{short}</chakra.span>
      </chakra.span>
    )
    return { key: act, label, face, run: () => actOnTable(editor, act) }
  }
  return (
    <chakra.div
      data-table-bar
      position="absolute"
      insetX={{ base: 2, md: 8 }}
      pointerEvents="none"
      style={{ top: span.top - tableBarRoom, height: span.height + tableBarRoom }}
    >
      <ToolRow
        label={words.tableTools}
        controls={controls}
        groups={[(Object.keys(icons) as TableAct[]).map(tool)]}
        css={{
          position: 'sticky',
          top: `${span.below}px`,
          zIndex: 4,
          display: 'flex',
          gap: 0.5,
          w: 'fit-content',
          maxW: '100%',
          p: 0.5,
          bg: 'surface',
          borderWidth: '1px',
          borderColor: 'border',
          borderRadius: 'm',
          boxShadow: 'card',
          overflowX: 'auto',
          pointerEvents: 'auto',
        }}
      />
    </chakra.div>
  )
}
