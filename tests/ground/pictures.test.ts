import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { keyOf, problemOf } from '#club/uploads/uploads.ts'
import { srcSetOf } from '#kit/pictures.ts'
import { draw } from '#program/demo/drawings/drawings.ts'
import { drawnPicture, readPicture } from '#server/storage/pictures.ts'
import { avif, gif, jpeg, png, webp } from '../support/pictures'

const has = (bytes: Uint8Array | undefined, text: string) => Buffer.from(bytes ?? []).includes(text)

describe('pictures', () => {
  test.each([
    ['image/png', () => png({ width: 30, height: 20, hidden: 'SECRET' })],
    ['image/jpeg', () => jpeg({ width: 30, height: 20, hidden: 'SECRET' })],
    ['image/webp', () => webp({ width: 30, height: 20, hidden: 'SECRET' })],
    ['image/avif', () => avif({ width: 30, height: 20, hidden: 'SECRET' })],
  ] as const)('%s is encoded anew, without what was hidden in it', async (type, make) => {
    const bytes = Buffer.from(await make())
    expect(has(bytes, 'SECRET')).toBe(true)
    const picture = await readPicture(bytes, type)
    expect(await sharp(picture?.bytes).metadata()).toMatchObject({ mediaType: type, width: 30, height: 20 })
    for (const each of [picture, ...(picture?.widths ?? [])]) expect(has(each?.bytes, 'SECRET')).toBe(false)
  })

  test('a photograph taken upright stays upright, without saying so', async () => {
    const sent = await jpeg({ width: 30, height: 20, hidden: 'GPS', orientation: 6 })
    expect((await sharp(sent).metadata()).orientation).toBe(6)
    const picture = await readPicture(sent, 'image/jpeg')
    const stored = await sharp(picture?.bytes).metadata()
    expect(stored).toMatchObject({ width: 20, height: 30 })
    expect(stored.orientation).toBeUndefined()
  })

  test('the widths are WebP, and none is wider than what was sent', async () => {
    const widthsOf = async (width: number) => {
      const picture = await readPicture(await jpeg({ width, height: 40 }), 'image/jpeg')
      return Promise.all((picture?.widths ?? []).map(async ({ bytes }) => (await sharp(bytes).metadata()).width))
    }
    expect(await widthsOf(2000)).toEqual([320, 640, 1280])
    expect(await widthsOf(500)).toEqual([320, 500, 500])
    const picture = await readPicture(await jpeg({ width: 50, height: 40 }), 'image/jpeg')
    expect((await sharp(picture?.widths[0]?.bytes).metadata()).mediaType).toBe('image/webp')
  })

  test('an animation keeps its frames, in its widths too', async () => {
    const picture = await readPicture(await gif({ width: 400, height: 30, frames: 3 }), 'image/gif')
    expect(await sharp(picture?.bytes, { animated: true }).metadata()).toMatchObject({ pages: 3, width: 400 })
    const narrow = await sharp(picture?.widths[0]?.bytes, { animated: true }).metadata()
    expect(narrow).toMatchObject({ pages: 3, width: 320, pageHeight: 24 })
  })

  const small = png({ width: 3, height: 2 })
  test.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    [
      'a page behind the first bytes of a picture',
      Buffer.concat([small.subarray(0, 33), Buffer.from('<html><script>x</script>')]),
    ],
    ['a page', Buffer.from('<html></html>')],
    [
      'a drawing with a script',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>'),
    ],
    ['a document', Buffer.from('%PDF-1.7 hello')],
    ['half a picture', png({ width: 300, height: 300, hidden: 'x' }).subarray(0, 120)],
    ['a picture of no size', png({ width: 0, height: 2 })],
  ])('%s is no picture', async (_, bytes) => {
    for (const type of ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'] as const) {
      expect(await readPicture(bytes, type)).toBeNull()
    }
  })

  test('drawings of the program itself become pictures, and nobody else’s can be opened before or after', async () => {
    const svg = draw('sunrise', { width: 64, height: 36, colors: ['#a9d6e5', '#2a6f97'], seed: 1 })
    await expect(sharp(Buffer.from(svg)).metadata()).rejects.toThrow()
    const drawn = await Promise.all([drawnPicture(svg), drawnPicture(svg), drawnPicture(svg)])
    for (const { contentType, bytes, widths } of drawn) {
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 64, height: 36 })
      expect([contentType, widths.length]).toEqual(['image/png', 3])
    }
    await expect(sharp(Buffer.from(svg)).metadata()).rejects.toThrow()
    await expect(drawnPicture('<svg')).rejects.toThrow()
    await expect(sharp(Buffer.from(svg)).metadata()).rejects.toThrow()
  })

  test('a picture of another type than it was said to be is refused', async () => {
    expect(await readPicture(await jpeg({ width: 3, height: 2 }), 'image/png')).toBeNull()
    expect(await readPicture(small, 'image/avif')).toBeNull()
  })

  test('what stands behind the end of a picture goes', async () => {
    const sent = Buffer.concat([await jpeg({ width: 30, height: 20 }), Buffer.from('<script>')])
    expect(has((await readPicture(sent, 'image/jpeg'))?.bytes, '<script>')).toBe(false)
  })

  test.each([
    ['one side is longer than 12,000 pixels', () => png({ width: 12_001, height: 1 })],
    ['it has more than 50 megapixels', () => png({ width: 8001, height: 6250 })],
    ['all frames together have more than 50 megapixels', () => gif({ width: 2100, height: 2000, frames: 12 })],
  ])('a picture is refused when %s', async (_, make) => {
    const bytes = Buffer.from(await make())
    expect(await readPicture(bytes, bytes.includes('GIF89a') ? 'image/gif' : 'image/png')).toBeNull()
  })
})

describe('the widths of a picture', () => {
  const storage = 'https://files.example/public'
  test('are named for a picture of ours', () => {
    expect(srcSetOf(`${storage}/pictures/media_1.jpg`, storage)).toBe(
      [320, 640, 1280].map((width) => `${storage}/pictures/media_1.jpg.${width}.webp ${width}w`).join(', '),
    )
  })
  test.each([
    'https://elsewhere.example/pictures/media_1.jpg',
    `${storage}.evil.example/pictures/a.jpg`,
    `${storage}/media_1.jpg`,
    'data:image/png;base64,xx',
    '',
  ])('are not for %j', (address) => expect(srcSetOf(address, storage)).toBeUndefined())
})

describe('files before they are sent', () => {
  const image = { type: 'image' as const, fileName: 'cover.png', contentType: 'image/png', size: 1000 }
  test('a plain picture is fine', () => expect(problemOf(image)).toBeNull())
  test.each(['表紙 1.png', 'a.b.png', 'COVER.PNG', "it's (1).png"])('%j is a good name', (fileName) =>
    expect(problemOf({ ...image, fileName })).toBeNull(),
  )
  test.each([
    '',
    '   ',
    '../../x.png',
    'a/b.png',
    'a\\b.png',
    '.htaccess',
    '.png',
    'x.html',
    'x.svg',
    'x.png.exe',
    'x.mp4.exe',
    'x',
    `${'a'.repeat(300)}.png`,
    `${'あ'.repeat(90)}.png`,
    'a\u0000.png',
    'a\r\nb.png',
    'a\u202egnp.exe',
    'a\ud800.png',
  ])('%j is no name for a picture', (fileName) => expect(problemOf({ ...image, fileName })?.field).toBe('fileName'))
  test.each(['image/svg+xml', 'text/html', 'constructor', '', 'image/png; charset=utf-8', 'audio/mpeg'])(
    '%j is no type of a picture',
    (contentType) => expect(problemOf({ ...image, contentType })?.field).toBe('contentType'),
  )
  test.each([0, -1, 10_000_001])('%i bytes are refused', (size) =>
    expect(problemOf({ ...image, size })?.field).toBe('size'),
  )
  test('the name has no part in the key', () => {
    const ids = { tenantId: 'tenant_a', mediaId: 'media_1' }
    expect(keyOf({ ...ids, type: 'image', contentType: 'image/jpeg' })).toBe('public/pictures/media_1.jpg')
    expect(keyOf({ ...ids, type: 'file', contentType: 'application/pdf' })).toBe('private/tenant_a/media_1.pdf')
  })
})
