/** Files uploaded in parts directly to the storage: too large for one request, and checked by a job afterwards. */
export const largePurposes = ['video', 'goodsFile'] as const
export type LargePurpose = (typeof largePurposes)[number]

/** Bytes (rule: access.uploads). */
export const largestFile = 50 * 1024 ** 3
export const mostParts = 10_000
/** How long the address of a part is good: a part is sent again by a new address. */
export const partHours = 12

/** Content types by purpose, each with the endings of file names that go with it; the first one is used for keys. */
const contentTypes: Record<LargePurpose, Record<string, readonly string[]>> = {
  video: {
    'video/mp4': ['mp4', 'm4v'],
    'video/quicktime': ['mov', 'qt'],
    'video/webm': ['webm'],
    'video/x-matroska': ['mkv'],
    'video/mp2t': ['ts', 'mts', 'm2ts'],
  },
  goodsFile: {
    'application/zip': ['zip'],
    'application/pdf': ['pdf'],
    'application/epub+zip': ['epub'],
    'audio/mpeg': ['mp3'],
    'audio/mp4': ['m4a'],
    'audio/wav': ['wav'],
    'audio/flac': ['flac'],
    'video/mp4': ['mp4', 'm4v'],
    'image/png': ['png'],
    'image/jpeg': ['jpg', 'jpeg'],
  },
}

export const endingsOf = (purpose: LargePurpose, contentType: string): readonly string[] =>
  // hasOwn: `constructor` is no content type.
  Object.hasOwn(contentTypes[purpose], contentType) ? (contentTypes[purpose][contentType] ?? []) : []

/** Content type for a file name's extension; null where it is not accepted. */
export const contentTypeOf = (purpose: LargePurpose, fileName: string): string | null => {
  const ending = /[^.]\.([A-Za-z0-9]{1,8})$/.exec(fileName)?.[1]?.toLowerCase() ?? ''
  return Object.entries(contentTypes[purpose]).find(([, endings]) => endings.includes(ending))?.[0] ?? null
}
