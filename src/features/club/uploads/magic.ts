export const maxHeadBytes = 4096

const ascii = (bytes: Uint8Array, start: number, end: number) => String.fromCharCode(...bytes.subarray(start, end))

const isMp3 = (head: Uint8Array) =>
  ascii(head, 0, 3) === 'ID3' || (head[0] === 0xff && ((head[1] ?? 0) & 0xe6) === 0xe2)
const isText = (head: Uint8Array) => !head.includes(0)
const isZip = (head: Uint8Array) => ascii(head, 0, 4) === 'PK\u0003\u0004'

const tests: Record<string, (head: Uint8Array) => boolean> = {
  'audio/mpeg': isMp3,
  'audio/mp4': (head) => ascii(head, 4, 8) === 'ftyp',
  'audio/ogg': (head) => ascii(head, 0, 4) === 'OggS',
  'audio/wav': (head) => ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WAVE',
  'audio/flac': (head) => ascii(head, 0, 4) === 'fLaC',
  'application/pdf': (head) => ascii(head, 0, 5) === '%PDF-',
  'application/zip': isZip,
  'application/epub+zip': isZip,
  'text/plain': isText,
  'text/csv': isText,
}

/** Whether the first bytes of a file match its type. These files are only downloaded, so this check is enough. */
export const looksLike = (contentType: string, head: Uint8Array): boolean => tests[contentType]?.(head) ?? false
