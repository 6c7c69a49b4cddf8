import { linkUrl } from './text'

/** A document of the editor (ui/editor) as plain JSON. */
export type EditorNode = {
  type: string
  attrs?: Record<string, unknown>
  content?: EditorNode[]
  text?: string
  marks?: { type: string; attrs?: Record<string, unknown> }[]
}

/** The parts of a node that are stored; the URL for readers (`src`) is generated at each read. */
const keptAttrs: Record<string, readonly string[]> = {
  heading: ['level'],
  image: ['mediaId', 'alt'],
  attachment: ['mediaId', 'kind', 'fileName', 'size'],
  embed: ['embedProvider', 'embedKey', 'source'],
}

/** The largest table; what is larger is cut when it is pasted, and refused when it is saved. */
export const mostRows = 500
export const mostCells = 50
/** Over how many columns or rows a cell goes: browsers and the editor would make as many as are named. */
export const spanOf = (value: unknown, most: number): number => {
  const span = Number(value)
  return Number.isInteger(span) && span > 1 ? Math.min(span, most) : 1
}
const spansOf = (attrs: EditorNode['attrs']) => {
  const [colspan, rowspan] = [spanOf(attrs?.colspan, mostCells), spanOf(attrs?.rowspan, mostRows)]
  const spans = { ...(colspan > 1 && { colspan }), ...(rowspan > 1 && { rowspan }) }
  return Object.keys(spans).length > 0 && spans
}
const cells = ['tableCell', 'tableHeader']

/** A link's URL as it may be stored; null if it is not allowed. */
export const safeHref = (href: unknown): string | null => {
  if (typeof href !== 'string') return null
  const secure = href.trim().replace(/^http:\/\//i, 'https://')
  return linkUrl.safeParse(secure).success ? secure : null
}

const markOf = ({ type, attrs }: { type: string; attrs?: Record<string, unknown> }) => {
  if (type !== 'link') return [{ type }]
  const href = safeHref(attrs?.href)
  return href ? [{ type, attrs: { href } }] : []
}

const stored = (node: EditorNode): EditorNode[] => {
  const { type } = node
  if (type === 'text') {
    const text = (node.text ?? '').toWellFormed().replaceAll('\u0000', '')
    const marks = (node.marks ?? []).flatMap(markOf)
    return text === '' ? [] : [{ type, text, ...(marks.length > 0 && { marks }) }]
  }
  const start = node.attrs?.start
  const attrs =
    type === 'orderedList'
      ? start !== 1 && start !== undefined && { start }
      : cells.includes(type)
        ? spansOf(node.attrs)
        : keptAttrs[type] && Object.fromEntries(keptAttrs[type].map((name) => [name, node.attrs?.[name]]))
  const content = (node.content ?? []).flatMap(stored)
  return [{ type, ...(attrs && { attrs }), ...(content.length > 0 && { content }) }]
}

const isBlank = (node: EditorNode) => node.type === 'paragraph' && !node.content

/** The document as stored: equal documents have equal texts, so that they can be compared; empty for an empty one. */
export const textOf = (document: EditorNode): string => {
  const content = (document.content ?? []).flatMap(stored)
  while (content.length > 0 && isBlank(content.at(-1) as EditorNode)) content.pop()
  return content.length === 0 ? '' : JSON.stringify({ type: 'doc', content })
}

const parsed = (text: string): EditorNode | null => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && 'type' in value ? (value as EditorNode) : null
  } catch {
    return null
  }
}

export const storedText = (text: string): string => textOf(parsed(text) ?? { type: 'doc' })

/** URLs delivered with the text, by mediaId. */
export const sourcesIn = (text: string): Map<string, string> => {
  const found = new Map<string, string>()
  const visit = ({ attrs, content }: EditorNode) => {
    if (typeof attrs?.mediaId === 'string' && typeof attrs.src === 'string') found.set(attrs.mediaId, attrs.src)
    content?.forEach(visit)
  }
  visit(parsed(text) ?? { type: 'doc' })
  return found
}

/** A text that is being written, with the signed URLs of its last read. */
export const withSources = (text: string, sources: ReadonlyMap<string, string>): string => {
  const visit = (node: EditorNode): EditorNode => {
    const src = typeof node.attrs?.mediaId === 'string' ? sources.get(node.attrs.mediaId) : undefined
    return {
      ...node,
      ...(src && { attrs: { ...node.attrs, src } }),
      ...(node.content && { content: node.content.map(visit) }),
    }
  }
  return JSON.stringify(visit(documentOf(text)))
}

const nodes = [
  'doc',
  'paragraph',
  'heading',
  'horizontalRule',
  'image',
  'attachment',
  'embed',
  'blockquote',
  'bulletList',
  'orderedList',
  'listItem',
  'table',
  'tableRow',
  'tableCell',
  'tableHeader',
  'hardBreak',
  'text',
]
const marks = ['bold', 'italic', 'underline', 'strike', 'code', 'link']

const paragraph: EditorNode = { type: 'paragraph' }
/** They are nothing without what they hold. */
const holders = ['bulletList', 'orderedList', 'table', 'tableRow']

/** Documents of other programs may contain nodes that the editor does not know, or lack a place for its cursor. */
const editable = (node: EditorNode): EditorNode[] => {
  if (!nodes.includes(node.type)) return []
  if (node.type === 'text') {
    const known = (node.marks ?? []).filter(({ type }) => marks.includes(type))
    return stored({ ...node, marks: known })
  }
  const content = (node.content ?? []).flatMap(editable)
  if (holders.includes(node.type) && content.length === 0) return []
  const needsParagraph =
    (node.type === 'listItem' && content[0]?.type !== 'paragraph') ||
    ((node.type === 'blockquote' || node.type === 'doc' || cells.includes(node.type)) && content.length === 0)
  const whole = needsParagraph ? [paragraph, ...content] : content
  const { content: _, ...rest } = node
  if (cells.includes(node.type)) rest.attrs = spansOf(node.attrs) || {}
  return [{ ...rest, ...(whole.length > 0 && { content: whole }) }]
}

export const documentOf = (text: string): EditorNode =>
  editable(parsed(text) ?? { type: 'doc' })[0] ?? { type: 'doc', content: [paragraph] }
