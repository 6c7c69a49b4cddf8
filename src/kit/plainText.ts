type Node = { type?: unknown; text?: unknown; content?: unknown }

const blocks = new Set([
  'paragraph',
  'heading',
  'listItem',
  'blockquote',
  'bulletList',
  'orderedList',
  'horizontalRule',
])

const wordsOf = (node: Node): string => {
  const parts = Array.isArray(node.content) ? node.content.map((one: Node) => wordsOf(one ?? {})) : []
  // A row of a table is one line.
  if (node.type === 'tableRow') return `${parts.map((part) => part.trim().replace(/\s*\n\s*/g, ' ')).join(' | ')}\n`
  const inside = parts.join('')
  const own = typeof node.text === 'string' ? node.text : node.type === 'hardBreak' ? '\n' : ''
  return own + inside + (blocks.has(String(node.type)) ? '\n' : '')
}

/** The text of an editor document, one line per block, for places without rich text; a plain text is unchanged. */
export const plainTextOf = (text: string): string => {
  try {
    const document: unknown = JSON.parse(text)
    const isDocument = typeof document === 'object' && document !== null && (document as Node).type === 'doc'
    return isDocument
      ? wordsOf(document)
          .replace(/\n{2,}/g, '\n')
          .trim()
      : text
  } catch {
    return text
  }
}
