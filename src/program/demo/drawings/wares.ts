import { crescent, type Drawing, deep, ground, mix, pale, placed, type Sheet } from './ink'
import { mark, table } from './table'

/* Pictures of the demo shop's goods. */

const shirt: Drawing = (sheet) => {
  const body = deep(sheet.colors[1], 0.25)
  return table(
    sheet,
    `<path d="M34 8L8 22L14 44L26 40V92H74V40L86 44L92 22L66 8Q50 22 34 8Z" fill="${body}"/>` +
      `<path d="M34 8Q50 22 66 8L62 6Q50 16 38 6Z" fill="${deep(sheet.colors[1], 0.55)}"/>` +
      `<path d="M26 40V50M74 40V50" stroke="#fff" stroke-opacity=".2"/>${mark(50, 46, 30, '#fff3cf')}`,
  )
}

const badge: Drawing = (sheet) =>
  table(
    sheet,
    `<circle cx="50" cy="50" r="42" fill="${sheet.colors[1]}"/><circle cx="50" cy="50" r="36" fill="${mix(sheet.colors[0], sheet.colors[1], 0.55)}"/>${mark(50, 51, 44, '#fff')}` +
      '<path d="M18 34A40 40 0 0 1 50 12" fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="4" stroke-linecap="round"/>',
    0.7,
  )

const towel: Drawing = (sheet) => {
  const [light, dark] = sheet.colors
  return table(
    sheet,
    `${Array.from({ length: 12 }, (_, n) => `<rect x="2" y="${31.5 + n * 3.5}" width="96" height="1.4" fill="${dark}"/>`).join('')}` +
      `<rect x="6" y="30" width="88" height="43" rx="1.5" fill="${dark}"/><g fill="${pale(light, 0.4)}"><rect x="12" y="30" width="3" height="43"/><rect x="17" y="30" width="1.4" height="43"/><rect x="85" y="30" width="3" height="43"/><rect x="81.6" y="30" width="1.4" height="43"/></g>${mark(50, 51.5, 32, '#fff')}`,
    0.86,
  )
}

const stand: Drawing = (sheet) => {
  const [light, dark] = sheet.colors
  return table(
    sheet,
    `<path d="M50 2C74 2 80 24 76 46L72 82H28L24 46C20 24 26 2 50 2Z" fill="#fff" fill-opacity=".75" stroke="#fff" stroke-width="2"/>` +
      `<circle cx="50" cy="26" r="13" fill="#f3cdb0"/><path d="M36 26Q36 10 50 10T64 26Q58 18 50 19T36 26Z" fill="${deep(dark, 0.6)}"/>` +
      `<path d="M34 78L38 46Q50 36 62 46L66 78Z" fill="${dark}"/><path d="M40 54L70 46L71 51L42 61Z" fill="#b9773b"/><ellipse cx="42" cy="60" rx="11" ry="9" fill="#d9954f"/><circle cx="42" cy="60" r="3" fill="#5c3317"/>` +
      `<rect x="20" y="82" width="60" height="9" rx="4" fill="${pale(light, 0.5)}" stroke="#fff"/>`,
  )
}

const disc: Drawing = (sheet) => {
  const [light, dark] = sheet.colors
  return table(
    sheet,
    `<circle cx="66" cy="50" r="32" fill="#20222c"/>${[28, 24, 20].map((radius) => `<circle cx="66" cy="50" r="${radius}" fill="none" stroke="#fff" stroke-opacity=".12"/>`).join('')}<circle cx="66" cy="50" r="11" fill="${light}"/><circle cx="66" cy="50" r="2.4" fill="#20222c"/>` +
      `<rect x="6" y="18" width="64" height="64" rx="2" fill="${dark}"/><circle cx="38" cy="46" r="17" fill="${mix(light, '#fff1c9', 0.5)}"/><path d="M6 66Q22 56 38 64T70 62V82H6Z" fill="${deep(dark, 0.4)}"/><rect x="12" y="24" width="22" height="3" fill="#fff" opacity=".8"/><rect x="12" y="30" width="13" height="2" fill="#fff" opacity=".6"/>`,
    0.84,
  )
}

const calendar: Drawing = (sheet) => {
  const [light, dark] = sheet.colors
  const day = (_: unknown, n: number) =>
    `<rect x="${22 + (n % 7) * 8.2}" y="${62 + Math.floor(n / 7) * 6.4}" width="5" height="3" rx="1" fill="${n % 7 ? dark : '#d5594f'}" opacity=".75"/>`
  return table(
    sheet,
    `<path d="M14 18H86L92 92H8Z" fill="${deep(dark, 0.2)}"/><rect x="14" y="12" width="72" height="76" rx="3" fill="#fff"/>` +
      `<rect x="18" y="18" width="64" height="38" fill="${light}"/><path d="M18 46Q34 32 50 44T82 38V56H18Z" fill="${dark}"/><circle cx="66" cy="29" r="5" fill="#fff1c9"/>` +
      `${Array.from({ length: 28 }, day).join('')}${Array.from({ length: 9 }, (_, n) => `<rect x="${19 + n * 7.4}" y="7" width="2.4" height="9" rx="1.2" fill="#777b88"/>`).join('')}`,
  )
}

const card = (light: string, dark: string, sun: string) =>
  `<rect x="8" y="20" width="84" height="60" rx="2" fill="#fff"/><rect x="12" y="24" width="76" height="52" fill="${light}"/><circle cx="64" cy="40" r="8" fill="${sun}"/><path d="M12 62Q30 44 48 58T88 52V76H12Z" fill="${dark}"/>`

const postcards: Drawing = (sheet) => {
  const [light, dark] = sheet.colors
  return table(
    sheet,
    placed(46, 42, 78, card(mix(light, '#f6bcd0', 0.6), mix(dark, '#8a4a6a', 0.6), '#fff'), -14) +
      placed(54, 50, 78, card(mix(light, '#f4d9a6', 0.6), mix(dark, '#8a6a2a', 0.5), '#fff7de'), 6) +
      placed(50, 60, 80, card(light, dark, '#fff1c9'), -3),
    0.88,
  )
}

const poster: Drawing = (sheet) => {
  const dark = deep(sheet.colors[1], 0.5)
  return table(
    sheet,
    `<rect x="20" y="6" width="60" height="84" rx="1" fill="${dark}"/><rect x="20" y="6" width="60" height="84" rx="1" fill="none" stroke="#fff" stroke-width="2"/>` +
      `<circle cx="50" cy="44" r="24" fill="none" stroke="#fff" stroke-opacity=".35"/><circle cx="50" cy="44" r="15" fill="none" stroke="#fff" stroke-opacity=".25"/>${mark(50, 44, 34, '#ffe9b0')}` +
      '<rect x="34" y="76" width="32" height="3" fill="#fff" opacity=".85"/><rect x="40" y="82" width="20" height="2" fill="#fff" opacity=".5"/>',
    0.86,
  )
}

const notebook: Drawing = (sheet) => {
  const [light, dark] = sheet.colors
  return table(
    sheet,
    `<rect x="22" y="8" width="58" height="84" rx="4" fill="${dark}"/><rect x="22" y="8" width="11" height="84" rx="4" fill="${deep(dark, 0.35)}"/><rect x="44" y="22" width="26" height="16" rx="2" fill="${pale(light, 0.5)}"/><rect x="72" y="8" width="3" height="84" fill="#e8b04a" opacity=".85"/>` +
      '<g transform="rotate(24 84 60)"><rect x="81" y="22" width="6" height="58" fill="#f0b94f"/><path d="M81 80L84 90L87 80Z" fill="#5a3a1a"/><rect x="81" y="16" width="6" height="7" rx="2" fill="#d8766c"/></g>',
  )
}

const mug: Drawing = (sheet) => {
  const [, dark] = sheet.colors
  return table(
    sheet,
    `<path d="M70 36H80Q94 36 94 52T80 68H70" fill="none" stroke="${dark}" stroke-width="7"/><path d="M14 22H74V76Q74 88 62 88H26Q14 88 14 76Z" fill="${dark}"/><ellipse cx="44" cy="22" rx="30" ry="6" fill="${deep(dark, 0.5)}"/>${crescent(42, 56, 14, '#fff1c9')}` +
      '<path d="M34 12q-4-5 0-9M46 12q-4-5 0-9M58 12q-4-5 0-9" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round" opacity=".8"/>',
    0.68,
  )
}

const tea: Drawing = (sheet) => {
  const [light, dark] = sheet.colors
  return table(
    sheet,
    `<rect x="22" y="20" width="56" height="72" rx="5" fill="${dark}"/><rect x="22" y="20" width="9" height="72" rx="4" fill="#fff" opacity=".18"/><rect x="18" y="8" width="64" height="17" rx="5" fill="${deep(dark, 0.4)}"/><rect x="22" y="40" width="56" height="36" fill="${pale(light, 0.75)}"/>` +
      `<path d="M50 72V48M50 62Q38 62 37 50Q49 50 50 62M50 56Q62 56 63 45Q51 45 50 56" fill="#7fa66a" stroke="#4f7a45" stroke-width="2" stroke-linejoin="round"/>${crescent(67, 49, 6, '#e8b04a')}`,
    0.8,
  )
}

const penlight: Drawing = (sheet) => {
  const [light, dark] = sheet.colors
  const one = (turned: number, color: string) =>
    `<g transform="rotate(${turned} 50 92)"><rect x="44" y="8" width="12" height="54" rx="6" fill="${color}"/><rect x="46.5" y="12" width="3" height="44" rx="1.5" fill="#fff" opacity=".65"/><rect x="43" y="60" width="14" height="34" rx="4" fill="#1d2030"/><circle cx="50" cy="70" r="2.4" fill="#fff" opacity=".8"/></g>`
  const { width, height } = sheet
  return [
    ground(sheet, deep(dark, 0.75), deep(dark, 0.35)),
    placed(
      width * 0.5,
      height * 0.52,
      Math.min(width, height) * 0.8,
      one(-24, '#ff9ac1') + one(24, '#ffe08a') + one(0, pale(light, 0.2)),
    ),
  ].join('')
}

const booklet: Drawing = (sheet) => {
  const [light, dark] = sheet.colors
  return table(
    sheet,
    `<path d="M50 18Q30 8 8 14V84Q30 78 50 88Z" fill="#fff"/><path d="M50 18Q70 8 92 14V84Q70 78 50 88Z" fill="${pale(light, 0.82)}"/><path d="M14 22Q30 18 45 25V58Q30 52 14 55Z" fill="${dark}"/><circle cx="34" cy="34" r="5" fill="#fff1c9"/><path d="M14 50Q24 40 32 47T45 46V58Q30 52 14 55Z" fill="${light}"/>` +
      `<g fill="none" stroke="${dark}" stroke-opacity=".45" stroke-width="1.6">${[28, 35, 42, 49, 56, 63, 70].map((y) => `<path d="M57 ${y}Q72 ${y - 6} 86 ${y - 4}"/>`).join('')}</g><path d="M50 18V88" stroke="${deep(dark, 0.2)}" stroke-opacity=".3"/>`,
    0.84,
  )
}

const keyring: Drawing = (sheet) => {
  const [light, dark] = sheet.colors
  return table(
    sheet,
    `<circle cx="50" cy="16" r="12" fill="none" stroke="#9aa0ae" stroke-width="4"/><rect x="47" y="26" width="6" height="12" rx="3" fill="#9aa0ae"/><rect x="30" y="36" width="40" height="56" rx="8" fill="#fff" fill-opacity=".7" stroke="#fff" stroke-width="2"/>` +
      `${Array.from({ length: 9 }, (_, n) => `<rect x="${35 + (n % 3) * 10}" y="${44 + Math.floor(n / 3) * 15}" width="${5 + (n % 2) * 3}" height="11" rx="1" fill="${n % 2 ? '#d9b45a' : mix(light, dark, 0.4)}" transform="rotate(${(n * 37) % 60} ${38 + (n % 3) * 10} ${50 + Math.floor(n / 3) * 15})"/>`).join('')}`,
    0.78,
  )
}

/** Downloads are drawn as a picture on a screen. */
const device = (sheet: Sheet, body: string) =>
  table(
    sheet,
    `<rect x="24" y="4" width="52" height="92" rx="8" fill="#1d2030"/><rect x="28" y="11" width="44" height="78" rx="3" fill="${deep(sheet.colors[1], 0.35)}"/>${body}`,
    0.82,
  )
const tracks: Drawing = (sheet) =>
  device(
    sheet,
    `<circle cx="50" cy="36" r="16" fill="${sheet.colors[0]}"/><circle cx="50" cy="36" r="4" fill="${deep(sheet.colors[1], 0.35)}"/>` +
      `<g fill="#fff">${[3, 6, 9, 5, 8, 12, 9, 13, 7, 10, 5, 7, 3].map((long, n) => `<rect x="${32 + n * 2.9}" y="${68 - long}" width="1.8" height="${2 * long}" rx=".9"/>`).join('')}</g>`,
  )
const album: Drawing = (sheet) => {
  const [light, dark] = sheet.colors
  const tile = (x: number, y: number, color: string) =>
    `<rect x="${x}" y="${y}" width="18" height="22" rx="1.5" fill="${color}"/><path d="M${x} ${y + 16}q6-8 10-3t8-2v9q0 2-2 2h-14q-2 0-2-2Z" fill="${deep(dark, 0.1)}"/>`
  return device(
    sheet,
    [tile(31, 15, light), tile(51, 15, '#f4d9a6'), tile(31, 40, '#f6bcd0'), tile(51, 40, pale(light, 0.5))].join('') +
      tile(31, 65, '#b5c19e') +
      tile(51, 65, mix(light, dark, 0.4)),
  )
}
const score: Drawing = (sheet) => {
  const dark = deep(sheet.colors[1], 0.3)
  const staff = (y: number) =>
    [0, 4, 8, 12, 16].map((down) => `<path d="M16 ${y + down}H84" stroke="${dark}" stroke-width=".8"/>`).join('')
  const note = (x: number, y: number) =>
    `<ellipse cx="${x}" cy="${y}" rx="3.6" ry="2.7" transform="rotate(-20 ${x} ${y})" fill="${dark}"/><path d="M${x + 3} ${y}v-13" stroke="${dark}" stroke-width="1.4"/>`
  return table(
    sheet,
    `<rect x="10" y="6" width="80" height="88" rx="2" fill="#fff"/>${staff(20)}${staff(46)}${staff(72)}` +
      [
        [24, 34],
        [36, 28],
        [48, 32],
        [62, 24],
        [76, 30],
        [26, 60],
        [40, 54],
        [54, 58],
        [68, 50],
        [28, 84],
        [44, 80],
        [60, 86],
        [76, 78],
      ]
        .map(([x = 0, y = 0]) => note(x, y))
        .join(''),
  )
}
const alarm: Drawing = (sheet) => {
  const [light, dark] = sheet.colors
  return table(
    sheet,
    `<circle cx="24" cy="18" r="12" fill="${dark}"/><circle cx="76" cy="18" r="12" fill="${dark}"/><path d="M26 84L18 94M74 84L82 94" stroke="${dark}" stroke-width="7" stroke-linecap="round"/><circle cx="50" cy="52" r="38" fill="${dark}"/><circle cx="50" cy="52" r="31" fill="${pale(light, 0.8)}"/><path d="M50 30V52L66 60" fill="none" stroke="${deep(dark, 0.4)}" stroke-width="5" stroke-linecap="round"/>`,
    0.7,
  )
}

export const wares = {
  shirt,
  badge,
  towel,
  stand,
  disc,
  calendar,
  postcards,
  poster,
  notebook,
  mug,
  tea,
  penlight,
  booklet,
  keyring,
  tracks,
  album,
  score,
  alarm,
}
