import { randomFrom } from '../random'
import { crescent, type Drawing, deep, glow, ground, land, mix, pale, placed, ripples, specks, star } from './ink'

/* Wide pictures for contents, plans, events and covers of the demo. Each fills a sheet of any size. */

const constellation: Drawing = (sheet) => {
  const { width, height, colors } = sheet
  const at = [
    [0.2, 0.52],
    [0.31, 0.3],
    [0.43, 0.42],
    [0.55, 0.22],
    [0.66, 0.36],
    [0.8, 0.24],
    [0.62, 0.58],
  ].map(([x = 0, y = 0]) => [x * width, y * height] as const)
  const line = (points: (readonly [number, number])[]) =>
    `<polyline points="${points.map((point) => point.join(',')).join(' ')}" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="${height / 220}"/>`
  return [
    ground(sheet, deep(colors[1], 0.55), colors[1], mix(colors[1], colors[0], 0.6)),
    specks(sheet, 70, 0.75),
    line(at.slice(0, 6)),
    line([at[4] ?? [0, 0], at[6] ?? [0, 0]]),
    ...at.map(([x, y], n) => star(x, y, height * (n % 3 === 1 ? 0.04 : 0.026), '#fff6d8')),
    land(sheet, 0.84, 0.08, deep(colors[1], 0.5), 1),
    land(sheet, 0.92, 0.05, deep(colors[1], 0.72), 2),
  ].join('')
}

const galaxy: Drawing = (sheet) => {
  const { width, height, colors, seed } = sheet
  const random = randomFrom(seed * 3 + 1)
  const dust = Array.from({ length: 160 }, () => {
    const far = random()
    const x = far * width
    const middle = height * (0.86 - far * 0.72)
    const y = middle + (random() + random() - 1) * height * 0.2
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${(height * (0.002 + random() * 0.006)).toFixed(1)}" opacity="${(0.3 + random() * 0.7).toFixed(1)}"/>`
  })
  const band = (thick: number, opacity: number) =>
    `<line x1="${-width * 0.1}" y1="${height * 0.93}" x2="${width * 1.1}" y2="${height * 0.07}" stroke="${pale(colors[0], 0.3)}" stroke-width="${height * thick}" stroke-opacity="${opacity}" stroke-linecap="round"/>`
  return [
    ground(sheet, deep(colors[1], 0.75), deep(colors[1], 0.3), colors[1]),
    ...[0.5, 0.36, 0.24, 0.13, 0.06].map((thick) => band(thick, 0.09)),
    specks(sheet, 60, 1),
    `<g fill="#fff">${dust.join('')}</g>`,
    star(width * 0.72, height * 0.24, height * 0.05, '#fff3cf'),
    star(width * 0.24, height * 0.3, height * 0.03, '#fff3cf'),
  ].join('')
}

const comet: Drawing = (sheet) => {
  const { width, height, colors } = sheet
  const [x, y] = [width * 0.34, height * 0.56]
  const tail = (wide: number, opacity: number) =>
    `<path d="M${x} ${y - height * wide}L${width * 1.02} ${-height * 0.1}L${x} ${y + height * wide}Z" fill="#fff" opacity="${opacity}"/>`
  return [
    ground(sheet, deep(colors[1], 0.35), colors[1], colors[0]),
    specks(sheet, 45, 0.7),
    tail(0.09, 0.12),
    tail(0.055, 0.18),
    tail(0.025, 0.4),
    glow(x, y, height * 0.06, '#fff8e2'),
    land(sheet, 0.82, 0.1, mix(colors[1], '#3a1c26', 0.45), 1),
    land(sheet, 0.9, 0.06, mix(colors[1], '#2a1420', 0.75), 2),
  ].join('')
}

const sunrise: Drawing = (sheet) => {
  const { width, height, colors } = sheet
  return [
    ground(sheet, pale(colors[0], 0.2), pale(colors[0], 0.72), '#fff1dc'),
    glow(width * 0.64, height * 0.5, height * 0.13, '#ffe3a6'),
    land(sheet, 0.56, 0.14, mix(colors[0], colors[1], 0.3), 1),
    land(sheet, 0.7, 0.12, mix(colors[0], colors[1], 0.65), 2),
    land(sheet, 0.84, 0.08, colors[1], 3),
  ].join('')
}

const blossom: Drawing = (sheet) => {
  const { width, height, colors, seed } = sheet
  const random = randomFrom(seed + 21)
  const petal = `<path d="M50 20C66 30 70 54 50 80C30 54 34 30 50 20Z" fill="#fff" fill-opacity=".85"/>`
  const flower = [0, 72, 144, 216, 288].map((turn) => `<g transform="rotate(${turn} 50 80)">${petal}</g>`).join('')
  const branch = `<path d="M0 ${height * 0.14}C${width * 0.22} ${height * 0.1} ${width * 0.3} ${height * 0.34} ${width * 0.58} ${height * 0.28}M${width * 0.24} ${height * 0.19}C${width * 0.34} ${height * 0.06} ${width * 0.4} ${height * 0.1} ${width * 0.46} ${height * 0.02}" fill="none" stroke="${deep(colors[1], 0.45)}" stroke-width="${height * 0.022}" stroke-linecap="round"/>`
  const spots = [
    [0.09, 0.13, 0.12],
    [0.2, 0.2, 0.16],
    [0.31, 0.12, 0.11],
    [0.35, 0.31, 0.15],
    [0.45, 0.3, 0.1],
    [0.56, 0.27, 0.14],
    [0.45, 0.05, 0.1],
  ]
  return [
    ground(sheet, pale(colors[0], 0.25), pale(colors[0], 0.7), mix(colors[0], colors[1], 0.35)),
    land(sheet, 0.76, 0.12, mix(colors[0], colors[1], 0.55), 1),
    land(sheet, 0.88, 0.08, mix(colors[0], colors[1], 0.85), 2),
    branch,
    ...spots.map(([x = 0, y = 0, size = 0]) => placed(x * width, y * height, size * height, flower, random() * 70)),
    ...Array.from({ length: 14 }, () =>
      placed((0.3 + random() * 0.68) * width, (0.3 + random() * 0.6) * height, height * 0.06, petal, random() * 360),
    ),
  ].join('')
}

const sea: Drawing = (sheet) => {
  const { width, height, colors } = sheet
  const level = height * 0.58
  return [
    ground(sheet, colors[0], pale(colors[0], 0.6), '#fff0d9'),
    glow(width * 0.3, height * 0.42, height * 0.1, '#fff4cf'),
    `<rect y="${level}" width="${width}" height="${height - level}" fill="${mix(colors[0], colors[1], 0.62)}"/>`,
    ripples(sheet, 0.6, 26, '#ffffff'),
    placed(
      width * 0.68,
      level + height * 0.02,
      height * 0.3,
      `<path d="M52 8V66H20Z" fill="#fff"/><path d="M56 22V66H84Z" fill="#fff" opacity=".75"/><path d="M12 72H90L76 90H26Z" fill="${deep(colors[1], 0.35)}"/>`,
    ),
  ].join('')
}

const snow: Drawing = (sheet) => {
  const { width, height, colors } = sheet
  const tree = `<path d="M50 4L76 44H62L84 74H56V96H44V74H16L38 44H24Z" fill="${deep(colors[1], 0.25)}"/><path d="M50 4L62 22L50 20L38 24Z" fill="#fff"/>`
  return [
    ground(sheet, deep(colors[1], 0.35), colors[1], mix(colors[0], '#fbe7e0', 0.55)),
    land(sheet, 0.6, 0.2, mix(colors[1], colors[0], 0.55), 1),
    land(sheet, 0.74, 0.12, pale(colors[0], 0.55), 2),
    ...[0.12, 0.2, 0.74, 0.83, 0.91].map((x, n) =>
      placed(x * width, height * (0.68 + (n % 2) * 0.06), height * (0.3 + (n % 3) * 0.05), tree),
    ),
    land(sheet, 0.87, 0.08, '#ffffff', 3),
    specks(sheet, 90, 1, '#ffffff', height * 0.009),
  ].join('')
}

const road: Drawing = (sheet) => {
  const { width, height, colors } = sheet
  return [
    ground(sheet, pale(colors[0], 0.1), pale(colors[0], 0.75)),
    placed(width * 0.22, height * 0.22, height * 0.36, cloud),
    placed(width * 0.78, height * 0.16, height * 0.26, cloud),
    land(sheet, 0.58, 0.14, mix(colors[0], colors[1], 0.4), 1),
    `<rect y="${height * 0.66}" width="${width}" height="${height * 0.34}" fill="${mix(colors[0], colors[1], 0.75)}"/>`,
    `<path d="M${width * 0.49} ${height * 0.66}H${width * 0.52}L${width * 0.78} ${height}H${width * 0.2}Z" fill="${deep(colors[1], 0.4)}"/>`,
    ...[0.7, 0.77, 0.88].map(
      (y, n) =>
        `<rect x="${width * (0.503 - 0.006 * n) - n * 2}" y="${height * y}" width="${4 + n * 4}" height="${height * (0.03 + n * 0.03)}" fill="#fff" opacity=".8"/>`,
    ),
  ].join('')
}

const cloud = '<path d="M20 62a14 14 0 0 1 6-27a20 20 0 0 1 37-6a17 17 0 0 1 16 33Z" fill="#fff" opacity=".85"/>'

const window: Drawing = (sheet) => {
  const { width, height, colors } = sheet
  const pane = (x: number, y: number) =>
    `<rect x="${x}" y="${y}" width="${height * 0.24}" height="${height * 0.3}" fill="${deep(colors[1], 0.55)}"/>`
  const [left, top] = [width * 0.56, height * 0.12]
  return [
    ground(sheet, mix(colors[1], '#4a3448', 0.45), mix(colors[1], '#2c2238', 0.65)),
    `<rect x="${left - height * 0.04}" y="${top - height * 0.04}" width="${height * 0.6}" height="${height * 0.72}" rx="6" fill="${pale(colors[0], 0.3)}"/>`,
    pane(left, top),
    pane(left + height * 0.28, top),
    pane(left, top + height * 0.34),
    pane(left + height * 0.28, top + height * 0.34),
    crescent(left + height * 0.38, top + height * 0.15, height * 0.07, '#ffeeb8'),
    `<g fill="#fff">${[0.05, 0.14, 0.2, 0.36, 0.46].map((x, n) => `<circle cx="${left + height * x}" cy="${top + height * (0.06 + ((n * 7) % 5) * 0.11)}" r="2"/>`).join('')}</g>`,
    `<rect y="${height * 0.84}" width="${width}" height="${height * 0.16}" fill="${mix(colors[1], '#1c1420', 0.7)}"/>`,
    glow(width * 0.27, height * 0.5, height * 0.07, '#ffdf9e'),
    `<path d="M${width * 0.2} ${height * 0.56}h${width * 0.14}l-${width * 0.025} -${height * 0.2}h-${width * 0.09}Z" fill="#f5c878"/>`,
    `<path d="M${width * 0.265} ${height * 0.56}h${width * 0.01}v${height * 0.26}h${width * 0.03}v${height * 0.03}h-${width * 0.07}v-${height * 0.03}h${width * 0.03}Z" fill="${pale(colors[0], 0.1)}"/>`,
  ].join('')
}

const stage: Drawing = (sheet) => {
  const { width, height, colors } = sheet
  const beam = (x: number, to: number, color: string) =>
    `<path d="M${x * width} ${-height * 0.02}L${(to - 0.11) * width} ${height * 0.86}H${(to + 0.11) * width}Z" fill="${color}" opacity=".3"/>`
  const head = (_: unknown, n: number) => {
    const [x, y, size] = [(n + 0.5) * (width / 15), height * (0.95 - (n % 3) * 0.022), width / 30]
    return `<circle cx="${x}" cy="${y}" r="${size * 0.62}"/><rect x="${x - size}" y="${y + size * 0.5}" width="${size * 2}" height="${height * 0.2}" rx="${size * 0.8}"/>`
  }
  return [
    ground(sheet, deep(colors[1], 0.85), deep(colors[1], 0.45), mix(colors[1], colors[0], 0.35)),
    beam(0.08, 0.4, pale(colors[0], 0.2)),
    beam(0.36, 0.5, '#ffe9b8'),
    beam(0.64, 0.5, pale(colors[0], 0.5)),
    beam(0.92, 0.6, mix(colors[0], '#ff9ac1', 0.5)),
    placed(
      width * 0.5,
      height * 0.63,
      height * 0.46,
      '<circle cx="50" cy="20" r="9" fill="#0c0c18"/><path d="M38 34q12-8 24 0l4 32h-8l-2 32h-6l-2-24-2 24h-6l-2-32h-4Z" fill="#0c0c18"/><path d="M30 58l34-14 3 6-33 16Z" fill="#0c0c18"/><ellipse cx="37" cy="60" rx="13" ry="10" fill="#0c0c18"/>',
    ),
    `<rect y="${height * 0.84}" width="${width}" height="${height * 0.03}" fill="${deep(colors[1], 0.75)}"/>`,
    `<g fill="#07080f">${Array.from({ length: 15 }, head).join('')}</g>`,
  ].join('')
}

export const scenes = { constellation, galaxy, comet, sunrise, blossom, sea, snow, road, window, stage }
