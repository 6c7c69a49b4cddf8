/** Colours as `#rrggbb`. A creator may choose any accent; text on it or in it stays readable. */

type Rgb = readonly [number, number, number]

const parse = (hex: string): Rgb | null => {
  const digits = /^#?([0-9a-f]{6})$/i.exec(hex.trim())?.[1]
  if (!digits) return null
  const value = Number.parseInt(digits, 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}
const toHex = (rgb: Rgb) => `#${rgb.map((c) => Math.round(c).toString(16).padStart(2, '0')).join('')}`

const linear = (channel: number) => {
  const c = channel / 255
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
}
const luminance = ([r, g, b]: Rgb) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
const ratio = (a: Rgb, b: Rgb) => {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

/** Contrast of two colours by WCAG 2: 1 (the same) to 21 (black on white). */
export const contrast = (a: string, b: string): number => {
  const [x, y] = [parse(a), parse(b)]
  return x && y ? ratio(x, y) : 1
}

const mix = (from: Rgb, to: Rgb, part: number): Rgb => [
  from[0] + (to[0] - from[0]) * part,
  from[1] + (to[1] - from[1]) * part,
  from[2] + (to[2] - from[2]) * part,
]

const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]
/** `surface` of the two colour modes, and the dark text colour on light accents. */
const surfaces = { light: white, dark: [31, 28, 25] } as const
const ink: Rgb = [20, 16, 12]
/** WCAG AA for text, with a little room for rounding and tinted grounds. */
const enough = 4.6

/** Moves the colour toward `to` in small steps until it is readable on every one of the backgrounds. */
const readable = (colour: Rgb, grounds: readonly Rgb[], to: Rgb): Rgb => {
  for (let part = 0; part <= 1; part += 0.02) {
    const candidate = mix(colour, to, part)
    if (grounds.every((ground) => ratio(candidate, ground) >= enough)) return candidate
  }
  return to
}

/** White or a dark ink, whichever is more readable on the colour: one of the two always is. */
export const inkOn = (chosen: string): string => {
  const colour = parse(chosen) ?? white
  if (ratio(colour, white) >= 4.5) return toHex(white)
  return ratio(colour, ink) >= 4.5 ? toHex(ink) : toHex(black)
}

/** `accent` for fills, `onAccent` for text on it, `text` for links and marks, `subtle` for their backgrounds. */
export type Accent = { accent: string; onAccent: string; text: string; subtle: string }

/** The accent of a brand that has chosen none: our own violet. */
export const defaultAccent = '#5a3fd1'

/**
 * The accent for both colour modes. What is filled keeps the creator's colour in both; what is written on it turns
 * light or dark. Only links are adjusted, until they can be read on the surface and on their own tint; the hue stays.
 */
export const accentOf = (chosen: string): { light: Accent; dark: Accent } => {
  const colour = parse(chosen) ?? (parse(defaultAccent) as Rgb)
  const accent = toHex(colour)
  const onAccent = inkOn(accent)
  const lightSubtle = mix(colour, white, 0.9)
  const darkSubtle = mix(surfaces.dark, colour, 0.16)
  const light = readable(colour, [surfaces.light, lightSubtle], black)
  const dark = readable(colour, [surfaces.dark, darkSubtle], white)
  return {
    light: { accent, onAccent, text: toHex(light), subtle: toHex(lightSubtle) },
    dark: { accent, onAccent, text: toHex(dark), subtle: toHex(darkSubtle) },
  }
}
