/* How an address and a name go into a carrier's columns: never torn inside a house number, and never cut (rule: goods.fit). */

/** Half-width letters and digits count a half; carriers count lines in full-width characters. */
const widthOf = (sign: string) => (/[\x20-\x7e\uff61-\uff9f]/.test(sign) ? 0.5 : 1)
export const widthIn = (text: string) => [...text].reduce((sum, sign) => sum + widthOf(sign), 0)

/** Carriers' programs stumble over these (rule: goods.files). */
export const plain = (text: string): string => text.replace(/[,・"]/g, ' ').trim()

const digits = '0-9０-９'
const letters = `${digits}A-Za-zＡ-Ｚａ-ｚ`
const counters = '丁目|番地|番|号室|号棟|号|階|[-－−‐–―ー のノ]'
/** 1-2-3, 12番地の3, 三丁目, A棟101, and words of Latin letters. */
const wholes = new RegExp(
  `[${letters}]+(?:(?:${counters})*[${letters}]+)*(?:丁目|番地|番|号室|号棟|号|階|棟)*|[一二三四五六七八九十]+(?:丁目|番地|番|号)`,
  'gu',
)

const isNumber = /[0-9０-９一二三四五六七八九十]/

type Part = string | undefined
/** What tearing a line costs: before a building nothing, in the middle of a name most. Undefined: it is not done. */
const costsOf = (parts: readonly Part[]) => {
  const costs: number[] = []
  const signs: string[] = []
  for (const [n, part] of parts.entries()) {
    if (!part) continue
    const start = signs.length
    const own = [...part]
    signs.push(...own)
    for (const i of own.keys()) costs.push(/\s/.test(own[i - 1] ?? '') ? 1 : 8)
    for (const found of part.matchAll(wholes)) {
      const from = [...part.slice(0, found.index)].length
      const end = from + [...found[0]].length
      for (let i = from + 1; i < end; i++) if (own[i - 1] !== ' ') costs[start + i] = Number.POSITIVE_INFINITY
      if (isNumber.test(found[0]) && end < own.length) costs[start + end] = Math.min(costs[start + end] ?? 8, 2)
    }
    costs[start] = n === parts.length - 1 ? 0 : 1
  }
  const last = parts.at(-1)
  return { signs, costs, building: signs.length - (parts.length > 1 && last ? [...last].length : 0) }
}

type Lines = { lines: string[]; over: number; cost: number }

/**
 * Puts parts (prefecture, town, number, building) into lines of these widths. `over`: by how many full-width characters they are
 * too long; 0 where all of it fits. Where the building has a column of its own, lines end only at places that a reader expects.
 */
const fitted = (parts: readonly Part[], widths: readonly number[], hasBuilding = false): Lines => {
  const { signs, costs, building } = costsOf(parts)
  const trimmed = (from: number, to: number) => signs.slice(from, to).join('').trim()
  const known = new Map<string, Lines>()
  const best = (from: number, line: number): Lines => {
    const key = `${from}:${line}`
    const before = known.get(key)
    if (before) return before
    const width = widths[line] ?? 0
    const rest = trimmed(from, signs.length)
    const here: Lines = { lines: [rest], over: Math.max(0, widthIn(rest) - width), cost: 0 }
    const found = line === widths.length - 1 ? here : torn(from, line, here)
    known.set(key, found)
    return found
  }
  const torn = (from: number, line: number, whole: Lines): Lines => {
    const isMixed = hasBuilding && from < building && building < signs.length
    if (whole.over === 0 && !isMixed) return whole
    let chosen = { ...whole, cost: 3 }
    for (let to = from; to < signs.length; to++) {
      const text = trimmed(from, to)
      if (widthIn(text) > (widths[line] ?? 0)) break
      // An empty line is left where not even the first word fits.
      const cost = to === from ? 20 : (costs[to] ?? 8)
      if (!Number.isFinite(cost) || (hasBuilding && cost > 2 && to > from)) continue
      const after = best(to, line + 1)
      const one = { lines: [text, ...after.lines], over: after.over, cost: cost + after.cost }
      if (one.over < chosen.over || (one.over === chosen.over && one.cost <= chosen.cost)) chosen = one
    }
    return chosen
  }
  const { lines, ...rest } = best(0, 0)
  return { ...rest, lines: [...lines, ...widths.slice(lines.length).map(() => '')] }
}

export const carrierFormats = ['b2cloud', 'ehidenIII', 'yuprintR', 'clickPost'] as const
export type CarrierFormat = (typeof carrierFormats)[number]

type Columns = { address: readonly number[]; name: readonly number[]; hasBuilding?: true }
/** In full-width characters; the last line of B2クラウド is the building's. */
const columns: Record<CarrierFormat, Columns> = {
  b2cloud: { address: [32, 16], name: [16], hasBuilding: true },
  ehidenIII: { address: [16, 16, 16], name: [16, 16] },
  yuprintR: { address: [25, 25, 25], name: [25, 25] },
  clickPost: { address: [20, 20, 20, 20], name: [20] },
}

type Recipient = Record<'recipientName' | 'prefecture' | 'town' | 'address' | 'building', string>
export const misfitFields = ['address', 'recipientName'] as const
export type Misfit = { field: (typeof misfitFields)[number]; over: number }

/** The lines of a recipient's columns, and what of them is too long. */
export const labelLines = (format: CarrierFormat, of: Recipient) => {
  const { address, name, hasBuilding } = columns[format]
  const building = plain(of.building)
  const place = fitted(
    [plain(of.prefecture), plain(of.town), plain(of.address), building && ` ${building}`],
    address,
    hasBuilding,
  )
  const whom = fitted([plain(of.recipientName)], name)
  const misfits: Misfit[] = [
    ...(place.over > 0 ? [{ field: 'address' as const, over: place.over }] : []),
    ...(whom.over > 0 ? [{ field: 'recipientName' as const, over: whom.over }] : []),
  ]
  return { place: place.lines, whom: whom.lines, misfits }
}
