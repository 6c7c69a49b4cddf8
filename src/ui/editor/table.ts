import { type CommandProps, type Editor, Node } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  goToNextCell,
  isInTable,
  selectedRect,
  tableEditing,
  toggleHeader,
} from '@tiptap/pm/tables'
import { mostCells, mostRows, spanOf } from '#kit/richText.ts'

/** What prosemirror-tables calls the nodes. */
const roles: Record<string, string> = {
  table: 'table',
  tableRow: 'row',
  tableCell: 'cell',
  tableHeader: 'header_cell',
}

/** Rows of cells. No widths are kept: a table takes the width that its readers have, and scrolls where that is too narrow. */
export const TableNode = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  extendNodeSchema: ({ name }) => ({ tableRole: roles[name] }),
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['div', { class: 'table' }, ['table', ['tbody', 0]]],
  addKeyboardShortcuts: () => ({
    Tab: ({ editor }) =>
      isInTable(editor.state) &&
      (editor.commands.command(by(goToNextCell(1))) ||
        // Behind the last cell a row begins.
        editor
          .chain()
          .command(by(addRowAfter))
          .command(by(goToNextCell(1)))
          .run()),
    'Shift-Tab': ({ editor }) => isInTable(editor.state) && editor.commands.command(by(goToNextCell(-1))),
  }),
  addProseMirrorPlugins: () => [tableEditing()],
})

export const TableRowNode = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)*',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
})

const span = (name: string, most: number) => ({
  default: 1,
  parseHTML: (element: HTMLElement) => spanOf(element.getAttribute(name), most),
})
const cell = (name: string, tag: 'td' | 'th') =>
  Node.create({
    name,
    content: 'block+',
    isolating: true,
    addAttributes: () => ({ colspan: span('colspan', mostCells), rowspan: span('rowspan', mostRows) }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  })
export const TableCellNode = cell('tableCell', 'td')
export const TableHeaderNode = cell('tableHeader', 'th')

type Command = typeof addRowAfter
const by =
  (command: Command) =>
  ({ state, dispatch }: CommandProps) =>
    command(state, dispatch)

/** What can be done with the table that holds the cursor. */
export const tableActs = {
  addRow: addRowAfter,
  addColumn: addColumnAfter,
  removeRow: deleteRow,
  removeColumn: deleteColumn,
  header: toggleHeader('row'),
  removeTable: deleteTable,
} satisfies Record<string, Command>
export type TableAct = keyof typeof tableActs

/** Without its last row the cursor would stand behind the table: it stays inside while there is a table. */
const stayInside =
  (table: number) =>
  ({ tr }: CommandProps) => {
    const node = tr.doc.nodeAt(table)
    const isOut = tr.selection.from < table || tr.selection.from > table + (node?.nodeSize ?? 0)
    if (node?.type.name === 'table' && isOut)
      tr.setSelection(TextSelection.near(tr.doc.resolve(table + node.nodeSize - 1), -1))
    return true
  }

/** Where the table begins that holds the cursor. */
export const tableAt = ({ state }: Editor) => (isInTable(state) ? selectedRect(state).tableStart - 1 : null)

export const actOnTable = (editor: Editor, act: TableAct) => {
  const table = tableAt(editor)
  if (table === null) return
  editor.chain().focus().command(by(tableActs[act])).command(stayInside(table)).run()
}

/** Three columns under a row that names them, with the cursor in its first cell. */
export const insertTable = (editor: Editor) => {
  const row = (type: string) => ({
    type: 'tableRow',
    content: Array.from({ length: 3 }, () => ({ type, content: [{ type: 'paragraph' }] })),
  })
  const at = editor.state.selection.from
  editor
    .chain()
    .focus()
    .insertContent({ type: 'table', content: [row('tableHeader'), row('tableCell'), row('tableCell')] })
    .run()
  let first: number | undefined
  editor.state.doc.nodesBetween(Math.max(0, at - 1), editor.state.doc.content.size, (node, pos) => {
    if (node.type.name === 'tableHeader') first ??= pos
    return first === undefined
  })
  if (first !== undefined) editor.commands.setTextSelection(first + 2)
}
