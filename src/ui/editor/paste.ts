import { mostCells, mostRows } from '#kit/richText.ts'

/*
 * Converts clipboard contents of word processors into plain HTML before the editor's schema parses it. Nothing of it is
 * ever put into the page: the parser makes a document without scripts, of which the schema takes what it knows.
 */

const rename = (element: Element, name: string) => {
  const renamed = element.ownerDocument.createElement(name)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
}

/** Word writes list items as paragraphs that carry their level in a style and their sign as text. */
const wordList = /mso-list:\s*\S+\s+level(\d)/i
const levelOf = (element: Element) => Number(wordList.exec(element.getAttribute('style') ?? '')?.[1] ?? 0)
const isNumber = /^\s*(?:\d{1,3}|[a-z]|[ivx]{1,5}|[０-９]{1,3})[.)．）]/i

const makeLists = (document: Document) => {
  for (const start of document.querySelectorAll('p[style*="mso-list"]')) {
    if (!start.isConnected || levelOf(start) === 0) continue
    const open: { level: number; list: Element }[] = []
    const run: Element[] = []
    for (let at: Element | null = start; at?.tagName === 'P' && levelOf(at) > 0; at = at.nextElementSibling)
      run.push(at)
    const place = document.createComment('')
    start.before(place)
    for (const item of run) {
      const level = levelOf(item)
      const sign = item.querySelector('[style*="mso-list:Ignore" i], [style*="mso-list: Ignore" i]')
      const kind = isNumber.test(sign?.textContent ?? item.textContent ?? '') ? 'ol' : 'ul'
      sign?.remove()
      while (open.length > 0 && (open.at(-1)?.level ?? 0) > level) open.pop()
      const current = open.at(-1)
      let list = current?.level === level ? current.list : undefined
      if (!list) {
        list = document.createElement(kind)
        const parent = current?.list.lastElementChild
        if (parent) parent.append(list)
        else place.before(list)
        open.push({ level, list })
      }
      const li = document.createElement('li')
      const text = document.createElement('p')
      text.append(...item.childNodes)
      li.append(text)
      list.append(li)
      item.remove()
    }
    place.remove()
  }
}

/** Tables that only hold something in its place, and tables in tables, are what they hold. */
const openTables = (document: Document) => {
  for (const table of [...document.querySelectorAll('table')].reverse()) {
    const cells = [...table.querySelectorAll('td, th')]
    if (cells.length > 1 && !table.parentElement?.closest('table')) continue
    table.replaceWith(
      ...cells.map((cell) => {
        const part = document.createElement('div')
        part.append(...cell.childNodes)
        return part
      }),
    )
  }
}

/** A table holds rows and nothing else, and no more of them than can be saved. */
const trimTables = (document: Document) => {
  for (const table of document.querySelectorAll('table')) {
    for (const gone of table.querySelectorAll('colgroup, col')) gone.remove()
    const caption = table.querySelector('caption')
    if (caption) {
      const title = document.createElement('p')
      title.append(...caption.childNodes)
      table.before(title)
      caption.remove()
    }
    const rows = [...table.querySelectorAll('tr')]
    for (const row of rows) {
      for (const cell of [...row.children].slice(mostCells)) cell.remove()
      if (row.children.length === 0) row.remove()
    }
    for (const row of rows.slice(mostRows)) row.remove()
  }
}

export const cleanPasted = (html: string, take: (document: Document) => void): string => {
  const document = new DOMParser().parseFromString(html, 'text/html')
  for (const gone of document.querySelectorAll('script, style, meta, link, title, template, noscript, svg, math')) {
    gone.remove()
  }
  take(document)
  makeLists(document)
  openTables(document)
  trimTables(document)
  for (const title of document.querySelectorAll('h1, p.MsoTitle')) rename(title, 'h2')
  for (const small of document.querySelectorAll('h5, h6')) rename(small, 'h4')
  // Google Docs wraps everything in a `b` element that is styled as normal text.
  for (const wrapper of document.querySelectorAll('b[id^="docs-internal-guid"]')) {
    wrapper.replaceWith(...wrapper.childNodes)
  }
  // A line break at the end of a block is how programs keep it open.
  for (const end of document.querySelectorAll('p > br:last-child, li > br:last-child')) {
    if (end.parentElement?.textContent?.trim() && end.nextSibling === null) end.remove()
  }
  return document.body.innerHTML
}
