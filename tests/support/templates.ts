type Template = { tag: string; text: string }

const tagAt = /\b(\w+)(?:<(?:[^<>`]|=>|<[^<>`]*>)*>)?$/
const inCode = /\/\*[\s\S]*?\*\/|\/\/.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|[\s\S]/y
const inTemplate = /\\[\s\S]|\$\{|[\s\S]/y

/** The template literals of a TypeScript source, each with its own text: an interpolation is written as `…`. */
export const templatesIn = (source: string): Template[] => {
  const found: Template[] = []
  /** What is open at this place: templates, and the braces of their interpolations and of the code in between. */
  const open: (Template | 'brace')[] = []
  for (let at = 0; at < source.length; ) {
    const inside = open.at(-1)
    const isText = typeof inside === 'object'
    const token = isText ? inTemplate : inCode
    token.lastIndex = at
    const part = token.exec(source)?.[0] ?? ''
    if (isText && part !== '`') inside.text += part === '${' ? '…' : part
    if (part === '`' && isText) found.push(open.pop() as Template)
    else if (part === '`') open.push({ tag: tagAt.exec(source.slice(Math.max(0, at - 500), at))?.[1] ?? '', text: '' })
    else if (part === '${' || (part === '{' && !isText)) open.push('brace')
    else if (part === '}' && inside === 'brace') open.pop()
    at += part.length
  }
  if (open.length > 0) throw new Error('The source could not be read to its end.')
  return found
}
