/** JSON deeper than this is refused before zod sees it: recursive parsers overflow the stack on it. */
const maxDepth = 64

const tooDeep = (json: string) => {
  let depth = 0
  let inString = false
  for (let i = 0; i < json.length; i++) {
    const c = json.charCodeAt(i)
    if (inString) {
      if (c === 92) i++
      else if (c === 34) inString = false
    } else if (c === 34) inString = true
    else if (c === 123 || c === 91) {
      if (++depth > maxDepth) return true
    } else if (c === 125 || c === 93) depth--
  }
  return false
}

/** The payload as plain data; undefined if the bytes are not acceptable JSON. */
export const parseJson = (body: string): unknown => {
  if (tooDeep(body)) return undefined
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
