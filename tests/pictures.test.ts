import { describe, expect, test } from 'vitest'
import { isTooLarge, readPicture } from '../src/features/uploads/picture'
import { keyOf, problemOf } from '../src/features/uploads/uploads'
import { gif, jpeg, png, webp } from './support/pictures'

const has = (bytes: Uint8Array | null, text: string) => Buffer.from(bytes ?? []).includes(text)

describe('pictures', () => {
  test.each([
    ['image/png', png({ width: 30, height: 20, hidden: 'SECRET' })],
    ['image/jpeg', jpeg({ width: 30, height: 20, hidden: 'SECRET' })],
    ['image/webp', webp({ width: 30, height: 20, hidden: 'SECRET' })],
    ['image/gif', gif({ width: 30, height: 20, hidden: 'SECRET' })],
  ] as const)('%s: the size is read and hidden data is taken out', (type, bytes) => {
    expect(has(bytes, 'SECRET')).toBe(true)
    const picture = readPicture(type, bytes)
    expect(picture).toMatchObject({ width: 30, height: 20 })
    expect(has(picture?.clean ?? null, 'SECRET')).toBe(false)
    expect(readPicture(type, picture?.clean ?? new Uint8Array())).toMatchObject({ width: 30, height: 20 })
  })

  test('a photograph taken upright stays upright', () => {
    const clean = readPicture('image/jpeg', jpeg({ width: 3, height: 2, hidden: 'GPS', orientation: 6 }))?.clean
    expect(has(clean ?? null, 'GPS')).toBe(false)
    expect(Buffer.from(clean ?? []).includes(Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6]))).toBe(true)
  })

  const small = png({ width: 3, height: 2 })
  test.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    [
      'a page behind the first bytes of a picture',
      Buffer.concat([small.subarray(0, 33), Buffer.from('<html><script>x</script>')]),
    ],
    ['a page', Buffer.from('<html></html>')],
    ['a drawing with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['half a picture', small.subarray(0, small.length - 5)],
    ['a picture of no size', png({ width: 0, height: 2 })],
    ['another type', jpeg({ width: 3, height: 2 })],
  ])('%s is no PNG', (_, bytes) => {
    expect(readPicture('image/png', bytes)).toBeNull()
    for (const type of ['image/webp', 'image/gif', 'image/avif'] as const) expect(readPicture(type, bytes)).toBeNull()
  })

  test('what is hidden behind the end of a picture goes', () => {
    const clean = readPicture('image/png', Buffer.concat([small, Buffer.from('<script>')]))?.clean
    expect(has(clean ?? null, '<script>')).toBe(false)
  })

  test('no cut of a picture is taken for a whole one, and none makes the reader fail', () => {
    for (const [type, bytes] of [
      ['image/png', png({ width: 3, height: 2, hidden: 'x' })],
      ['image/jpeg', jpeg({ width: 3, height: 2, hidden: 'x', orientation: 3 })],
      ['image/webp', webp({ width: 3, height: 2, hidden: 'x' })],
      ['image/gif', gif({ width: 3, height: 2, hidden: 'x' })],
    ] as const) {
      for (let end = 0; end < bytes.length - 1; end++) expect(readPicture(type, bytes.subarray(0, end))).toBeNull()
    }
  })

  test.each([
    [12_000, 4_000, false],
    [12_001, 10, true],
    [10, 12_001, true],
    [50_000, 50_000, true],
    [8_000, 6_250, false],
    [8_001, 6_250, true],
  ])('%i x %i pixels', (width, height, expected) => expect(isTooLarge({ width, height })).toBe(expected))
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
    expect(keyOf({ ...ids, type: 'image', contentType: 'image/jpeg' })).toBe('public/media_1.jpg')
    expect(keyOf({ ...ids, type: 'file', contentType: 'application/pdf' })).toBe('private/tenant_a/media_1.pdf')
  })
})
