/** What a picture to keep shows: a member's card, or a code to be read at a desk. */
export type PictureContent = {
  accent: string
  /** What is written on `accent`. */
  ink: string
  icon: { src: string; name: string } | null
  title: string
  subtitle: string
  facts: readonly (readonly [label: string, value: string])[]
  /** The dark cells of a code, as a path in a square of `size` cells. */
  code?: { size: number; path: string }
  /** Such as the day on which it was made: a picture does not change any more. */
  note: string
}

const width = 1200
const edge = 80
const inner = width - 2 * edge
const codeEdge = 640
const family = 'system-ui, "Hiragino Sans", "Noto Sans JP", "Noto Sans CJK JP", sans-serif'

/** Null where it cannot be had, or may not be drawn: it comes from another site. */
const loaded = (src: string) =>
  new Promise<HTMLImageElement | null>((done) => {
    if (src === '') return done(null)
    const image = new Image()
    image.crossOrigin = 'anonymous'
    image.onload = () => done(image)
    image.onerror = () => done(null)
    image.src = src
  })

/** One line, cut with an ellipsis where it is longer than `most`. */
const line = (on: CanvasRenderingContext2D, text: string, at: { x: number; y: number; most: number }) => {
  const letters = Array.from(text)
  const isWhole = () => on.measureText(letters.join('')).width <= at.most
  let shown = text
  while (!isWhole() && letters.length > 1) {
    letters.pop()
    shown = `${letters.join('')}…`
  }
  on.fillText(shown, at.x, at.y)
}

const letterFont = (size: number, weight: number) => `${weight} ${size}px ${family}`

/** A PNG, 1200 pixels wide. */
export const drawPicture = async (content: PictureContent): Promise<Blob> => {
  const { accent, ink, icon, title, subtitle, facts, code, note } = content
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = code ? 1380 : 720
  const on = canvas.getContext('2d')
  if (!on) throw new Error('This browser draws no pictures.')
  on.fillStyle = accent
  on.fillRect(0, 0, canvas.width, canvas.height)
  on.fillStyle = ink
  on.textBaseline = 'middle'

  const picture = icon && (await loaded(icon.src))
  const iconEdge = 140
  const textFrom = icon ? edge + iconEdge + 36 : edge
  if (icon) {
    on.save()
    on.beginPath()
    on.arc(edge + iconEdge / 2, edge + iconEdge / 2, iconEdge / 2, 0, 2 * Math.PI)
    on.clip()
    if (picture) on.drawImage(picture, edge, edge, iconEdge, iconEdge)
    else {
      on.globalAlpha = 0.25
      on.fillRect(edge, edge, iconEdge, iconEdge)
      on.globalAlpha = 1
      on.textAlign = 'center'
      on.font = letterFont(64, 700)
      on.fillText(Array.from(icon.name)[0] ?? '', edge + iconEdge / 2, edge + iconEdge / 2)
    }
    on.restore()
  }
  on.textAlign = 'left'
  on.font = letterFont(54, 700)
  line(on, title, { x: textFrom, y: edge + 44, most: width - edge - textFrom })
  on.font = letterFont(36, 400)
  line(on, subtitle, { x: textFrom, y: edge + 108, most: width - edge - textFrom })

  if (code) {
    const [x, y] = [(width - codeEdge) / 2, 300]
    on.fillStyle = '#ffffff'
    on.fillRect(x, y, codeEdge, codeEdge)
    on.save()
    on.translate(x, y)
    on.scale(codeEdge / code.size, codeEdge / code.size)
    on.fillStyle = '#000000'
    on.fill(new Path2D(code.path))
    on.restore()
    on.fillStyle = ink
  }

  const top = canvas.height - 250
  facts.forEach(([label, value], nth) => {
    const x = edge + (inner / facts.length) * nth
    const most = inner / facts.length - 24
    on.font = letterFont(30, 400)
    line(on, label, { x, y: top, most })
    on.font = letterFont(56, 700)
    line(on, value, { x, y: top + 62, most })
  })
  on.font = letterFont(28, 400)
  line(on, note, { x: edge, y: canvas.height - 70, most: inner })

  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (!blob) throw new Error('The picture could not be made.')
  return blob
}
