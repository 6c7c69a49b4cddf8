import { randomFrom } from '../random'

/** A light and a dark colour, `#rrggbb`: every other colour of a drawing is mixed from them. */
export type Colors = readonly [light: string, dark: string]
export type Sheet = { width: number; height: number; colors: Colors; seed: number }
/** Drawings on the sheet, as SVG elements. */
export type Drawing = (sheet: Sheet) => string

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

/** The colour at `part` (0 to 1) of the way from one to the other. */
export const mix = (from: string, to: string, part: number): string => {
  const [start, end] = [channels(from), channels(to)]
  const parts = start.map((value, n) => Math.round(value + ((end[n] ?? 0) - value) * part))
  return `#${parts.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}
export const pale = (color: string, part: number) => mix(color, '#ffffff', part)
export const deep = (color: string, part: number) => mix(color, '#0b1026', part)

const round = (value: number) => Math.round(value * 10) / 10

/** Fills the sheet with a vertical gradient. */
export const ground = ({ width, height }: Sheet, ...stops: string[]) => {
  const marks = stops.map((color, n) => `<stop offset="${n / (stops.length - 1)}" stop-color="${color}"/>`).join('')
  return `<linearGradient id="ground" x2="0" y2="1">${marks}</linearGradient><rect width="${width}" height="${height}" fill="url(#ground)"/>`
}

/** A round light with a soft edge. */
export const glow = (x: number, y: number, radius: number, color: string) =>
  `<radialGradient id="glow${round(x)}"><stop stop-color="${color}" stop-opacity=".55"/><stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient>` +
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius * 3)}" fill="url(#glow${round(x)})"/>` +
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${color}"/>`

/** Small dots over the part of the sheet above `below` (0 to 1). */
export const specks = ({ width, height, seed }: Sheet, count: number, below: number, color = '#ffffff', size = 1.6) => {
  const random = randomFrom(seed * 977 + 13)
  const one = () =>
    `<circle cx="${round(random() * width)}" cy="${round(random() * height * below)}" r="${round(size * (0.4 + random()))}" opacity="${round(0.35 + random() * 0.6)}"/>`
  return `<g fill="${color}">${Array.from({ length: count }, one).join('')}</g>`
}

/**
 * A hilly line over the whole width, filled to the bottom of the sheet; `swing` and `top` are fractions of the height.
 */
export const land = ({ width, height, seed }: Sheet, top: number, swing: number, color: string, turn = 0) => {
  const random = randomFrom(seed * 31 + turn * 7919 + 5)
  const waves = Array.from({ length: 3 }, (_, n) => ({ far: (1 + n * 1.3 + random()) * 2.6, by: random() * 9 }))
  const points = Array.from({ length: 49 }, (_, n) => {
    const sum = waves.reduce((all, { far, by }, k) => all + Math.sin((n / 48) * far + by) / (k + 1), 0)
    return `${round((n / 48) * width)} ${round(height * (top + (swing * sum) / 2))}`
  })
  return `<path d="M${points.join('L')}L${width} ${height}L0 ${height}Z" fill="${color}"/>`
}

/** Long, low waves of water. */
export const ripples = ({ width, height, seed }: Sheet, top: number, count: number, color: string) => {
  const random = randomFrom(seed * 53 + 3)
  const one = (_: unknown, n: number) => {
    const y = height * (top + ((1 - top) * (n + 0.5)) / count)
    const long = width * (0.06 + random() * 0.2)
    return `<rect x="${round(random() * width - long / 2)}" y="${round(y)}" width="${round(long)}" height="${round(height * 0.006)}" rx="2"/>`
  }
  return `<g fill="${color}" opacity=".55">${Array.from({ length: count }, one).join('')}</g>`
}

/** Places a small object on a sheet of any size: drawn in a box of 100 by 100 around its centre. */
export const placed = (x: number, y: number, size: number, body: string, turned = 0) =>
  `<g transform="translate(${round(x)} ${round(y)}) rotate(${turned}) scale(${round(size * 10) / 1000}) translate(-50 -50)">${body}</g>`

export const star = (x: number, y: number, radius: number, color: string) => {
  const points = Array.from({ length: 10 }, (_, n) => {
    const far = n % 2 ? radius * 0.44 : radius
    const angle = (n * Math.PI) / 5 - Math.PI / 2
    return `${round(x + far * Math.cos(angle))},${round(y + far * Math.sin(angle))}`
  })
  return `<polygon points="${points.join(' ')}" fill="${color}"/>`
}

/** A crescent: a disc minus an overlapping disc. */
export const crescent = (x: number, y: number, radius: number, color: string) =>
  `<path d="M${round(x + radius * 0.35)} ${round(y - radius)}A${radius} ${radius} 0 1 0 ${round(x + radius)} ${round(y + radius * 0.45)}A${round(radius * 0.82)} ${round(radius * 0.82)} 0 0 1 ${round(x + radius * 0.35)} ${round(y - radius)}Z" fill="${color}"/>`

export const asSvg = (sheet: Sheet, drawing: Drawing) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${sheet.width}" height="${sheet.height}" viewBox="0 0 ${sheet.width} ${sheet.height}">${drawing(sheet)}</svg>`
