import { deep, ground, pale, placed, type Sheet, star } from './ink'

/** The background, with a soft shadow under the object. */
export const table = (sheet: Sheet, body: string, size = 0.74) => {
  const { width, height, colors } = sheet
  const side = Math.min(width, height)
  return [
    ground(sheet, pale(colors[0], 0.62), pale(colors[0], 0.32)),
    `<circle cx="${width * 0.5}" cy="${height * 0.46}" r="${side * 0.42}" fill="#fff" opacity=".35"/>`,
    `<ellipse cx="${width * 0.5}" cy="${height * 0.86}" rx="${side * 0.3}" ry="${side * 0.03}" fill="${deep(colors[1], 0.2)}" opacity=".18"/>`,
    placed(width * 0.5, height * 0.5, side * size, body),
  ].join('')
}

/** Three stars joined by lines, in a box of 100: the logo of the demo's club. */
export const mark = (x: number, y: number, size: number, color: string) =>
  placed(
    x,
    y,
    size,
    `<path d="M14 74L40 26L66 52L88 18" fill="none" stroke="${color}" stroke-width="4"/>${[
      [14, 74, 12],
      [40, 26, 15],
      [66, 52, 11],
      [88, 18, 13],
    ]
      .map(([sx = 0, sy = 0, radius = 0]) => star(sx, sy, radius, color))
      .join('')}`,
  )
