import { chakra } from '@chakra-ui/react'
import { Fragment, type ReactNode } from 'react'
import { Picture } from '#ui/Picture.tsx'
import { AttachmentCard } from '#ui/text/AttachmentCard.tsx'
import { EmbedFrame } from '#ui/text/EmbedFrame.tsx'
import { languageOf } from '#ui/text/languageOf.ts'
import { prose } from '#ui/text/prose.ts'
import { embedFrame } from '../../embeds/embed'

/*
 * Renders a document node by node, without HTML; nodes not defined here are ignored. The input is not trusted to have
 * been validated on save. Does not import zod, which would delay fan pages.
 */
type Unknown = Record<string, unknown>
const isObject = (value: unknown): value is Unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const objects = (value: unknown): Unknown[] => (Array.isArray(value) ? value.filter(isObject) : [])
const text = (value: unknown) => (typeof value === 'string' ? value : '')
const attrsOf = ({ attrs }: Unknown): Unknown => (isObject(attrs) ? attrs : {})

const deepest = 60

const parsed = (value: string): Unknown[] => {
  try {
    const document: unknown = JSON.parse(value)
    return isObject(document) ? objects(document.content) : []
  } catch {
    return []
  }
}

/** The URL if its protocol is allowed: never a script. */
const addressOf = (value: unknown, protocols: readonly string[]): string | undefined => {
  const address = text(value)
  if (!URL.canParse(address)) return undefined
  const { protocol, username } = new URL(address)
  return protocols.includes(protocol) && username === '' ? address : undefined
}
const linkProtocols = ['https:', 'mailto:']
// The demo's own storage has no certificate.
const fileProtocols = ['https:', 'http:']

const marked = (inside: ReactNode, mark: Unknown): ReactNode => {
  switch (mark.type) {
    case 'bold':
      return <strong>{inside}</strong>
    case 'italic':
      return <em>{inside}</em>
    case 'underline':
      return <u>{inside}</u>
    case 'strike':
      return <s>{inside}</s>
    case 'code':
      return <code>{inside}</code>
    case 'link': {
      const href = addressOf(attrsOf(mark).href, linkProtocols)
      return href ? (
        <a href={href} rel="noopener noreferrer nofollow" target={href.startsWith('mailto:') ? undefined : '_blank'}>
          {inside}
        </a>
      ) : (
        inside
      )
    }
    default:
      return inside
  }
}

/** A document does not change while it is shown, so a node's position can be its key. */
const each = (nodes: Unknown[], show: (node: Unknown) => ReactNode): ReactNode =>
  nodes.map((node, place) => {
    const key = `${place} ${text(node.type)}`
    return <Fragment key={key}>{show(node)}</Fragment>
  })

const inline = (node: Unknown): ReactNode =>
  each(objects(node.content), (one) => {
    if (one.type === 'hardBreak') return <br />
    return one.type === 'text' ? objects(one.marks).reduce<ReactNode>(marked, text(one.text)) : null
  })

const textIn = (node: Unknown, depth = 0): string => {
  if (node.type === 'text') return text(node.text)
  return depth > deepest
    ? ''
    : objects(node.content)
        .map((one) => textIn(one, depth + 1))
        .join('')
}
/** It is called by its first row that says something: what stands above its columns, where there is such a row. */
const tableName = (table: Unknown): string | undefined => {
  const [row] = objects(table.content)
    .map((one) => objects(one.content).map((cell) => textIn(cell).trim()))
    .filter((cells) => cells.some((cell) => cell !== ''))
  return row && [...row.filter((cell) => cell !== '').join(', ')].slice(0, 120).join('')
}

const headings = { 2: 'h2', 3: 'h3', 4: 'h4' } as const

const block = (node: Unknown, depth: number): ReactNode => {
  if (depth > deepest) return null
  const attrs = attrsOf(node)
  const inside = () => each(objects(node.content), (one) => block(one, depth + 1))
  switch (node.type) {
    case 'paragraph':
      return <p>{objects(node.content).length > 0 ? inline(node) : <br />}</p>
    case 'heading': {
      const Heading = headings[attrs.level as keyof typeof headings] ?? 'h4'
      return <Heading>{inline(node)}</Heading>
    }
    case 'blockquote':
      return <blockquote>{inside()}</blockquote>
    case 'bulletList':
      return <ul>{inside()}</ul>
    case 'orderedList':
      return <ol start={typeof attrs.start === 'number' ? attrs.start : undefined}>{inside()}</ol>
    case 'listItem':
      return depth > 0 ? <li>{inside()}</li> : null
    case 'table':
      // A wide one scrolls, and not the page; the keys reach it.
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it by the arrow keys.
        // biome-ignore lint/a11y/useSemanticElements: it holds a table, and no fields.
        <div className="table" role="group" aria-label={tableName(node)} tabIndex={0}>
          <table aria-label={tableName(node)}>
            <tbody>{inside()}</tbody>
          </table>
        </div>
      )
    case 'tableRow':
      return depth > 0 ? <tr>{inside()}</tr> : null
    case 'tableCell':
    case 'tableHeader': {
      const Cell = node.type === 'tableCell' ? 'td' : 'th'
      return depth > 1 ? (
        <Cell colSpan={Number(attrs.colspan) || 1} rowSpan={Number(attrs.rowspan) || 1}>
          {inside()}
        </Cell>
      ) : null
    }
    case 'horizontalRule':
      return <hr />
    case 'image': {
      const src = addressOf(attrs.src, fileProtocols)
      return src ? <Picture src={src} alt={text(attrs.alt)} /> : null
    }
    case 'attachment': {
      const fileName = text(attrs.fileName)
      const size = typeof attrs.size === 'number' ? attrs.size : 0
      return (
        <AttachmentCard
          kind={attrs.kind === 'audio' ? 'audio' : 'file'}
          fileName={fileName}
          size={size}
          src={addressOf(attrs.src, fileProtocols)}
        />
      )
    }
    case 'embed': {
      const frame = embedFrame(text(attrs.embedProvider), text(attrs.embedKey))
      return frame ? <EmbedFrame {...frame} /> : null
    }
    default:
      return null
  }
}

const Body = chakra('div', { base: prose })

/** The body of a content for its readers: a document with URLs (`src`). */
export const ContentView = ({ text: document }: { text: string }) => (
  <Body lang={languageOf(document)}>{each(parsed(document), (node) => block(node, 0))}</Body>
)
