import { z } from 'zod'
import { mostCells, mostRows } from '#kit/richText.ts'
import { httpsUrl, id, linkUrl, text as plainText } from '#kit/text.ts'

/**
 * The body of a content: the editor's document, stored as a JSON string. Only nodes and attributes defined here are
 * stored, and they are rendered node by node, never as HTML. Pictures and files are referenced by mediaId; the URL
 * (`src`) is added on read and dropped on save.
 */
export const longestDocument = 400_000
/** Maximum nesting depth, for example of lists in lists. */
const deepest = 20

const marks = z.discriminatedUnion('type', [
  z.object({ type: z.literal('bold') }),
  z.object({ type: z.literal('italic') }),
  z.object({ type: z.literal('underline') }),
  z.object({ type: z.literal('strike') }),
  z.object({ type: z.literal('code') }),
  z.object({ type: z.literal('link'), attrs: z.object({ href: linkUrl }) }),
])

const storable = plainText({ max: longestDocument, lines: true })
const textNode = z.object({ type: z.literal('text'), text: storable, marks: z.array(marks).max(8).optional() })
const hardBreak = z.object({ type: z.literal('hardBreak') })
const inline = z
  .array(z.discriminatedUnion('type', [textNode, hardBreak]))
  .max(5000)
  .optional()

const paragraph = z.object({ type: z.literal('paragraph'), content: inline })
const heading = z.object({
  type: z.literal('heading'),
  attrs: z.object({ level: z.union([z.literal(2), z.literal(3), z.literal(4)]) }),
  content: inline,
})
const rule = z.object({ type: z.literal('horizontalRule') })
const image = z.object({
  type: z.literal('image'),
  attrs: z.object({ mediaId: id, alt: plainText({ max: 300 }).default('') }),
})
const attachment = z.object({
  type: z.literal('attachment'),
  attrs: z.object({
    mediaId: id,
    kind: z.enum(['audio', 'file']),
    fileName: plainText({ min: 1, max: 300 }),
    size: z.int().min(0),
  }),
})
/** A provider and its key of the item; the frame is built only from these two. */
const embed = z.object({
  type: z.literal('embed'),
  attrs: z.object({
    embedProvider: z.string().regex(/^[a-zA-Z]{1,30}$/),
    embedKey: z.string().regex(/^[\w./:-]{1,200}$/),
    source: httpsUrl,
  }),
})

type Leaf =
  | z.infer<typeof paragraph>
  | z.infer<typeof heading>
  | z.infer<typeof rule>
  | z.infer<typeof image>
  | z.infer<typeof attachment>
  | z.infer<typeof embed>
export type ListItem = { type: 'listItem'; content: Block[] }
export type Cell = {
  type: 'tableCell' | 'tableHeader'
  attrs?: { colspan?: number | undefined; rowspan?: number | undefined } | undefined
  content: Block[]
}
export type Row = { type: 'tableRow'; content: Cell[] }
export type Block =
  | Leaf
  | { type: 'blockquote'; content: Block[] }
  | { type: 'bulletList'; content: ListItem[] }
  | { type: 'orderedList'; attrs?: { start?: number | undefined } | undefined; content: ListItem[] }
  | { type: 'table'; content: Row[] }
export type Document = { type: 'doc'; content: Block[] }

const blocks = z.lazy(() => z.array(block).max(5000))
const listItems = z.array(z.object({ type: z.literal('listItem'), content: blocks })).max(2000)
const cell = z.object({
  type: z.enum(['tableCell', 'tableHeader']),
  attrs: z
    .object({ colspan: z.int().min(1).max(mostCells).optional(), rowspan: z.int().min(1).max(mostRows).optional() })
    .optional(),
  content: blocks,
})
const rows = z
  .array(z.object({ type: z.literal('tableRow'), content: z.array(cell).max(mostCells) }))
  .min(1)
  .max(mostRows)
const block: z.ZodType<Block> = z.lazy(() =>
  z.discriminatedUnion('type', [
    paragraph,
    heading,
    rule,
    image,
    attachment,
    embed,
    z.object({ type: z.literal('blockquote'), content: blocks }),
    z.object({ type: z.literal('bulletList'), content: listItems }),
    z.object({
      type: z.literal('orderedList'),
      attrs: z.object({ start: z.int().min(1).max(9999).optional() }).optional(),
      content: listItems,
    }),
    z.object({ type: z.literal('table'), content: rows }),
  ]),
) as z.ZodType<Block>
const documentSchema = z.object({ type: z.literal('doc'), content: blocks })

const depthOf = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

export const emptyDocument: Document = { type: 'doc', content: [] }

/** Parses a document and drops anything not defined above; null if the text is not a document. */
export const readDocument = (text: string): Document | null => {
  if (text === '') return emptyDocument
  if (text.length > longestDocument) return null
  try {
    const value: unknown = JSON.parse(text)
    // A list adds three levels of JSON and a mark two. The limit protects zod, which would overflow the stack on far
    // deeper input.
    if (depthOf(value) > deepest * 3) return null
    const parsed = documentSchema.safeParse(value)
    return parsed.success ? (parsed.data as Document) : null
  } catch {
    return null
  }
}

export const writeDocument = (document: Document): string =>
  document.content.length === 0 ? '' : JSON.stringify(document)

/** Converts plain text from before the editor existed: one paragraph per line. */
const ofPlainText = (plain: string): Document => {
  const lines = plain.split('\n').map((line) => line.trimEnd())
  const paragraphs = lines.map(
    (line): Block => ({
      type: 'paragraph',
      ...(line !== '' && { content: [{ type: 'text' as const, text: line }] }),
    }),
  )
  return plain.trim() === '' ? emptyDocument : { type: 'doc', content: paragraphs }
}
/** The text as a document; plain text is converted. */
export const asDocument = (text: string): string => (readDocument(text) ? text : writeDocument(ofPlainText(text)))

/** Whether the text looks like a document, valid or not. */
export const isDocumentLike = (text: string): boolean => /^\s*\{\s*"type"\s*:\s*"doc"/.test(text)

/** A `text` field, parsed and reduced to this schema. */
export const documentText = z
  .string()
  .max(longestDocument)
  .refine((text) => readDocument(text) !== null, { params: { rule: 'invalidDocument' } })
  .transform((text) => writeDocument(readDocument(text) ?? emptyDocument))

/** The blocks that stand in a block. */
export const inside = (one: Block): Block[] => {
  if (one.type === 'blockquote') return one.content
  if (one.type === 'bulletList' || one.type === 'orderedList') return one.content.flatMap(({ content }) => content)
  return one.type === 'table' ? one.content.flatMap((row) => row.content.flatMap(({ content }) => content)) : []
}
/** Every block at every depth, in reading order. */
export const blocksOf = ({ content }: { content: Block[] }): Block[] =>
  content.flatMap((one) => [one, ...blocksOf({ content: inside(one) })])

/** Media ids of the uploads in the text. */
export const mediaOf = (text: string): string[] => {
  const found = blocksOf(readDocument(text) ?? emptyDocument).flatMap((one) =>
    one.type === 'image' || one.type === 'attachment' ? [one.attrs.mediaId] : [],
  )
  return [...new Set(found)]
}

/** Length of a body: characters of its text (code points), pictures in and beside it. */
export const bodyLength = ({
  text,
  imageUrls,
}: {
  text: string
  imageUrls: readonly string[]
}): { characters: number; pictures: number } => {
  const blocks = blocksOf(readDocument(asDocument(text)) ?? emptyDocument)
  const words = blocks.flatMap((one) =>
    one.type === 'paragraph' || one.type === 'heading'
      ? (one.content ?? []).map((part) => (part.type === 'text' ? part.text : ''))
      : [],
  )
  return {
    characters: [...words.join('')].length,
    pictures: imageUrls.length + blocks.filter(({ type }) => type === 'image').length,
  }
}

type ReadBlock = { type: string; attrs?: { mediaId?: string; src?: string }; content?: ReadBlock[] }

/** The document for a reader: each picture and file with its URL (`src`). */
export const withAddresses = (text: string, addressOf: (mediaId: string) => string | undefined): string => {
  const document = readDocument(text)
  if (!document || text === '') return text
  const visit = (one: ReadBlock): ReadBlock => {
    const src = one.attrs?.mediaId === undefined ? undefined : addressOf(one.attrs.mediaId)
    return {
      ...one,
      ...(src !== undefined && { attrs: { ...one.attrs, src } }),
      ...(one.content && { content: one.content.map(visit) }),
    }
  }
  return JSON.stringify(visit(document as ReadBlock))
}
