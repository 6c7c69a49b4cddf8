/* What a browser must never run, wherever it stands in a text: `window.__xss` tells when something has (rule: access.input). */

const run = 'window.__xss=1'
/** Texts that are code elsewhere: as names, descriptions and words of a body they are words. */
export const hostileTexts = [
  `<img src=x onerror=${run}>`,
  `<svg><script>${run}</script></svg>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${run}&gt;">`,
  `<style><img src="</style><img src=x onerror=${run}//">`,
  `<iframe srcdoc="<script>parent.${run}</script>"></iframe>`,
  `<form id=attributes action=javascript:${run}><input name=attributes><button>x</button></form>`,
  `<a id=__proto__ name=attributes href="javascript:${run}" target=_blank>x</a>`,
]
export const hostileAddresses = [
  `javascript:${run}`,
  `JaVaScRiPt:${run}`,
  ` javascript:${run}`,
  `java\tscript:${run}`,
  `java\nscript:${run}`,
  `\u0001javascript:${run}`,
  `data:text/html,<script>${run}</script>`,
  `vbscript:${run}`,
  `blob:https://example.com/1`,
  `//evil.example`,
  `https://user:secret@evil.example/`,
]

type Json = Record<string, unknown>
const paragraph = (content: Json[]): Json => ({ type: 'paragraph', content })
const text = (value: string, marks: Json[] = []): Json => ({ type: 'text', text: value, marks })
const links = hostileAddresses.map((href) => paragraph([text(href, [{ type: 'link', attrs: { href } }])]))
const media = 'media_00000000000000000000'
const doc = (...content: Json[]) => JSON.stringify({ type: 'doc', content })

const tableOf = (attrs: Json, content: Json[] = [paragraph([text('x')])]): Json => ({
  type: 'table',
  content: [{ type: 'tableRow', content: [{ type: 'tableCell', attrs, content }] }],
})

/** Documents that no editor of ours writes; each has to be refused when it is saved. */
export const hostileDocuments: [string, string][] = [
  ...hostileAddresses.map((address, i): [string, string] => [
    `a link to ${JSON.stringify(address)}`,
    doc(links[i] ?? {}),
  ]),
  ['an unknown node', doc({ type: 'script', content: [text(run)] })],
  ['a node of HTML', doc({ type: 'html', attrs: { html: hostileTexts[0] } })],
  ['an unknown mark', doc(paragraph([text('x', [{ type: 'style', attrs: { style: 'x' } }])]))],
  ['a node called __proto__', doc({ type: '__proto__' })],
  [
    'a frame of an unknown address',
    doc({ type: 'embed', attrs: { embedProvider: 'x<', embedKey: '1', source: 'https://a.jp' } }),
  ],
  [
    'a frame whose source is a script',
    doc({ type: 'embed', attrs: { embedProvider: 'youtube', embedKey: 'dQw4w9WgXcQ', source: `javascript:${run}` } }),
  ],
  ['a picture without an upload', doc({ type: 'image', attrs: { src: `https://evil.example/x.png`, alt: '' } })],
  ['a heading of level 1', doc({ type: 'heading', attrs: { level: 1 } })],
  ['a cell outside of a table', doc({ type: 'tableCell', content: [paragraph([text('x')])] })],
  ['a table of words', doc({ type: 'table', content: [paragraph([text('x')])] })],
  ['a table without a row', doc({ type: 'table', content: [] })],
  ['a cell over a billion columns', doc(tableOf({ colspan: 1e9 }))],
  ['a cell over half a row', doc(tableOf({ rowspan: 0.5 }))],
  ['a cell whose width is a script', doc(tableOf({ colspan: run }))],
  [
    'tables in tables in tables',
    `${'{"type":"table","content":[{"type":"tableRow","content":[{"type":"tableCell","content":['.repeat(200)}`,
  ],
  ['no JSON', '<p>hello</p>'],
  ['an array', '[]'],
  ['lists in lists in lists', `${'{"type":"bulletList","content":[{"type":"listItem","content":['.repeat(200)}`],
  [
    'a megabyte of nested lists',
    doc(
      ...Array.from({ length: 20_000 }, () => ({ type: 'bulletList', content: [{ type: 'listItem', content: [] }] })),
    ),
  ],
]

/** Everything at once: for what shows a document without having checked it. */
export const hostileDocument = doc(
  ...links,
  ...hostileTexts.map((value) => paragraph([text(value)])),
  ...hostileTexts.map((value) => ({ type: 'heading', attrs: { level: value }, content: [text(value)] })),
  ...hostileAddresses.map((src) => ({ type: 'image', attrs: { mediaId: media, src, alt: hostileTexts[0] } })),
  ...hostileAddresses.map((src) => ({
    type: 'attachment',
    attrs: { mediaId: media, kind: 'audio', fileName: src, size: 1, src },
  })),
  ...hostileAddresses.map((key) => ({
    type: 'embed',
    attrs: { embedProvider: 'youtube', embedKey: key, source: key },
  })),
  tableOf(
    { colspan: 1e9, rowspan: run, style: `background:url(javascript:${run})`, onclick: run },
    hostileTexts.map((value) => paragraph([text(value)])),
  ),
  { type: 'tableRow', content: [{ type: 'tableCell' }] },
  { type: 'embed', attrs: { embedProvider: 'constructor', embedKey: 'x', source: 'https://a.jp' } },
  { type: 'script', content: [text(run)] },
  { type: 'html', attrs: { html: hostileTexts[0], dangerouslySetInnerHTML: { __html: hostileTexts[0] } } },
  paragraph([text('x', [{ type: 'html', attrs: { onclick: run } }])]),
)
