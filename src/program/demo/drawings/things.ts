import { randomFrom } from '../random'
import { crescent, type Drawing, deep, glow, ground, mix, pale, placed, specks, star } from './ink'
import { mark, table } from './table'

/* Pictures for contents and events, and icons of brands. */

const letter: Drawing = (sheet) => {
  const [light, dark] = sheet.colors
  return table(
    sheet,
    placed(
      50,
      50,
      100,
      `<rect x="8" y="24" width="84" height="56" rx="3" fill="#fffaf0"/><path d="M9 26L50 58L91 26" fill="none" stroke="${dark}" stroke-opacity=".35" stroke-width="2"/><rect x="70" y="30" width="16" height="19" fill="${light}" stroke="#fff"/>${star(78, 39, 6, '#fff')}<path d="M14 66H46M14 72H36" stroke="${dark}" stroke-opacity=".5" stroke-width="2"/>` +
        `<circle cx="64" cy="40" r="10" fill="none" stroke="${dark}" stroke-opacity=".45" stroke-width="1.4"/>`,
      -7,
    ),
    1.02,
  )
}

const microphone: Drawing = (sheet) => {
  const [light, dark] = sheet.colors
  const { width, height } = sheet
  return [
    ground(sheet, mix(dark, '#5a3b2c', 0.35), mix(dark, '#2a1c1c', 0.55)),
    ...[0.02, 0.13, 0.24].map(
      (x) =>
        `<path d="M${width * (x + 0.36)} 0H${width * (x + 0.44)}L${width * (x + 0.2)} ${height}H${width * (x + 0.1)}Z" fill="#ffe6b0" opacity=".13"/>`,
    ),
    glow(width * 0.5, height * 0.4, height * 0.05, pale(light, 0.1)),
    placed(
      width * 0.5,
      height * 0.55,
      height * 0.86,
      `<rect x="36" y="6" width="28" height="48" rx="14" fill="#d9dde6"/><path d="M36 22H64M36 30H64M36 38H64" stroke="#8a90a0" stroke-width="2"/><path d="M28 34V40A22 22 0 0 0 72 40V34" fill="none" stroke="#d9dde6" stroke-width="4"/><path d="M50 62V92M32 94H68" stroke="#d9dde6" stroke-width="4" stroke-linecap="round"/>`,
    ),
  ].join('')
}

const waveform: Drawing = (sheet) => {
  const { width, height, colors, seed } = sheet
  const random = randomFrom(seed + 5)
  const bar = (_: unknown, n: number) => {
    const long = height * (0.06 + Math.abs(Math.sin(n * 0.42)) * 0.3 + random() * 0.14)
    return `<rect x="${(n + 0.5) * (width / 44)}" y="${height * 0.5 - long}" width="${width / 90}" height="${long * 2}" rx="${width / 180}" fill="${mix(pale(colors[0], 0.4), '#ffb3c7', n / 44)}"/>`
  }
  return [
    ground(sheet, deep(colors[1], 0.6), deep(colors[1], 0.2)),
    Array.from({ length: 43 }, bar).join(''),
    `<rect x="${width * 0.62}" y="${height * 0.08}" width="2" height="${height * 0.84}" fill="#fff" opacity=".9"/><circle cx="${width * 0.62 + 1}" cy="${height * 0.08}" r="6" fill="#fff"/>`,
  ].join('')
}

const radio: Drawing = (sheet) => {
  const [light, dark] = sheet.colors
  const { width, height } = sheet
  return [
    ground(sheet, deep(dark, 0.6), dark),
    specks(sheet, 50, 0.7),
    crescent(width * 0.82, height * 0.26, height * 0.12, '#ffeeb8'),
    placed(
      width * 0.42,
      height * 0.6,
      height * 0.8,
      `<path d="M64 26L88 2" stroke="#d9dde6" stroke-width="2.4"/><rect x="4" y="26" width="92" height="58" rx="8" fill="${pale(light, 0.25)}"/><circle cx="30" cy="55" r="19" fill="${deep(dark, 0.3)}"/><circle cx="30" cy="55" r="12" fill="${mix(light, dark, 0.5)}"/><rect x="56" y="36" width="32" height="14" rx="2" fill="#fff4d0"/><path d="M66 36V50" stroke="#d5594f" stroke-width="2"/><circle cx="62" cy="66" r="6" fill="${dark}"/><circle cx="80" cy="66" r="6" fill="${dark}"/>`,
    ),
  ].join('')
}

const frames: Drawing = (sheet) => {
  const [light, dark] = sheet.colors
  const { width, height } = sheet
  const frame = (_: unknown, n: number) => {
    const [x, y] = [width * (0.12 + (n % 3) * 0.27), height * (0.14 + Math.floor(n / 3) * 0.39)]
    const [wide, high] = [width * 0.23, height * 0.3]
    return `<rect x="${x}" y="${y}" width="${wide}" height="${high}" fill="${pale(light, 0.55)}" stroke="${deep(dark, 0.3)}" stroke-width="2"/><path d="M${x} ${y + high * (0.6 + (n % 3) * 0.08)}q${wide * 0.3} ${-high * 0.3} ${wide * 0.5} 0t${wide * 0.5} ${-high * 0.05}V${y + high}H${x}Z" fill="${mix(light, dark, 0.55)}"/><circle cx="${x + wide * (0.3 + (n % 4) * 0.13)}" cy="${y + high * 0.3}" r="${high * 0.13}" fill="#ffdf9e"/>`
  }
  return [ground(sheet, '#fbf7ef', '#efe7da'), Array.from({ length: 6 }, frame).join('')].join('')
}

/** An online meeting: faces in tiles. */
const meeting: Drawing = (sheet) => {
  const [light, dark] = sheet.colors
  const { width, height } = sheet
  const tile = (_: unknown, n: number) => {
    const [x, y] = [width * (0.06 + (n % 4) * 0.225), height * (0.1 + Math.floor(n / 4) * 0.42)]
    const [wide, high] = [width * 0.205, height * 0.37]
    const middle = x + wide / 2
    const color = [
      light,
      '#f6bcd0',
      '#f4d9a6',
      mix(light, dark, 0.4),
      '#b5c19e',
      '#c8b3ef',
      '#f2c6a0',
      pale(light, 0.4),
    ]
    return `<rect x="${x}" y="${y}" width="${wide}" height="${high}" rx="8" fill="${color[n % color.length]}"/><circle cx="${middle}" cy="${y + high * 0.42}" r="${high * 0.17}" fill="${deep(dark, 0.35)}" opacity=".85"/><path d="M${middle - high * 0.32} ${y + high}a${high * 0.32} ${high * 0.36} 0 0 1 ${high * 0.64} 0Z" fill="${deep(dark, 0.35)}" opacity=".85"/>`
  }
  return [ground(sheet, deep(dark, 0.7), deep(dark, 0.5)), Array.from({ length: 8 }, tile).join('')].join('')
}

const camera: Drawing = (sheet) => {
  const [light, dark] = sheet.colors
  return table(
    sheet,
    `<rect x="4" y="30" width="92" height="56" rx="8" fill="${deep(dark, 0.45)}"/><path d="M30 30L36 18H64L70 30Z" fill="${deep(dark, 0.45)}"/><rect x="4" y="42" width="92" height="22" fill="${mix(light, dark, 0.5)}"/><circle cx="50" cy="56" r="23" fill="#d9dde6"/><circle cx="50" cy="56" r="18" fill="${deep(dark, 0.7)}"/><circle cx="50" cy="56" r="10" fill="${mix(light, dark, 0.35)}"/><circle cx="46" cy="51" r="3.4" fill="#fff" opacity=".8"/><rect x="76" y="34" width="12" height="5" rx="2" fill="#ffdf9e"/>`,
    0.8,
  )
}

/** An icon for a brand: its logo, or the moon, on its colours. */
const emblem: Drawing = (sheet) => {
  const { width, height, colors } = sheet
  return [
    ground(sheet, mix(colors[0], colors[1], 0.25), colors[1]),
    specks(sheet, 14, 1, '#ffffff', 2),
    mark(width / 2, height / 2, width * 0.62, '#fff'),
  ].join('')
}
const moon: Drawing = (sheet) => {
  const { width, height, colors } = sheet
  return [
    ground(sheet, mix(colors[0], colors[1], 0.4), deep(colors[1], 0.3)),
    specks(sheet, 18, 1, '#ffffff', 2.4),
    crescent(width * 0.46, height * 0.5, width * 0.26, '#ffeeb8'),
  ].join('')
}
const anchor: Drawing = (sheet) => {
  const { width, height, colors } = sheet
  return [
    ground(sheet, mix(colors[0], colors[1], 0.35), colors[1]),
    placed(
      width / 2,
      height / 2,
      width * 0.66,
      '<circle cx="50" cy="16" r="9" fill="none" stroke="#fff" stroke-width="6"/><path d="M50 26V88M30 38H70M14 58Q16 88 50 88T86 58M8 66L14 56L24 63M92 66L86 56L76 63" fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/>',
    ),
  ].join('')
}

export const things = { letter, microphone, waveform, radio, frames, meeting, camera, emblem, moon, anchor }
