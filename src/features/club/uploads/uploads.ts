import { pictureFolder } from '#kit/pictures.ts'

export const uploadKinds = ['image', 'audio', 'file'] as const
export type UploadKind = (typeof uploadKinds)[number]

const MB = 1_000_000
/** Bytes. */
export const maxSize: Record<UploadKind, number> = { image: 10 * MB, audio: 100 * MB, file: 100 * MB }

/** Content types by kind, each with the endings of file names that go with it; the first one is used for keys. */
export const contentTypes: Record<UploadKind, Record<string, readonly string[]>> = {
  image: {
    'image/jpeg': ['jpg', 'jpeg'],
    'image/png': ['png'],
    'image/webp': ['webp'],
    'image/gif': ['gif'],
    'image/avif': ['avif'],
  },
  audio: {
    'audio/mpeg': ['mp3'],
    'audio/mp4': ['m4a'],
    'audio/ogg': ['ogg', 'oga', 'opus'],
    'audio/wav': ['wav'],
    'audio/flac': ['flac'],
  },
  file: {
    'application/pdf': ['pdf'],
    'application/zip': ['zip'],
    'application/epub+zip': ['epub'],
    'text/plain': ['txt'],
    'text/csv': ['csv'],
  },
}

/** How long an upload's address is good. */
export const uploadMinutes = 60
export const downloadMinutes = 60

// Controls, direction marks and what a path or a header could be built of.
const badInName = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|]/u

const endingOf = (fileName: string) => /[^.]\.([A-Za-z0-9]{1,8})$/.exec(fileName)?.[1]?.toLowerCase() ?? ''

/** The problem with a file's name, or null. */
export const nameProblem = (fileName: string): UploadProblem | null => {
  if (fileName.trim() === '') return { field: 'fileName', rule: 'required' }
  if (new TextEncoder().encode(fileName).length > 255) return { field: 'fileName', rule: 'tooLong', limit: 255 }
  if (badInName.test(fileName) || !fileName.isWellFormed() || fileName.startsWith('.') || fileName.includes('..')) {
    return { field: 'fileName', rule: 'fileName' }
  }
  return null
}

export type UploadProblem = { field: 'fileName' | 'contentType' | 'size'; rule: string; limit?: number }

type Announced = { type: UploadKind; fileName: string; contentType?: string | undefined; size?: number | undefined }

/** The content type that was said, or else the one that the name's ending stands for; undefined where it is for none. */
export const contentTypeOfFile = ({ type, fileName, contentType }: Announced): string | undefined =>
  contentType ?? Object.entries(contentTypes[type]).find(([, endings]) => endings.includes(endingOf(fileName)))?.[0]

/** The problem with a file before it is sent, or null. A size that nobody said is checked when the file comes. */
export const problemOf = (file: Announced): UploadProblem | null => {
  const { fileName } = file
  const problem = nameProblem(fileName)
  if (problem) return problem
  const contentType = contentTypeOfFile(file)
  if (contentType === undefined) return { field: 'fileName', rule: 'fileType' }
  // hasOwn: `constructor` is no content type.
  if (!Object.hasOwn(contentTypes[file.type], contentType)) return { field: 'contentType', rule: 'fileType' }
  if (!contentTypes[file.type][contentType]?.includes(endingOf(fileName)))
    return { field: 'fileName', rule: 'fileType' }
  if (file.size === undefined) return null
  if (file.size < 1) return { field: 'size', rule: 'emptyFile' }
  if (file.size > maxSize[file.type]) return { field: 'size', rule: 'fileTooLarge', limit: maxSize[file.type] }
  return null
}

type Placed = {
  tenantId: string
  mediaId: string
  type: UploadKind
  contentType: string
  isPrivate?: boolean | undefined
}

/**
 * Key of the file, made of our ids only. Pictures are public by default; other files are reached by
 * signed addresses.
 */
export const keyOf = (upload: Placed): string => {
  const ending = contentTypes[upload.type][upload.contentType]?.[0] ?? 'bin'
  return upload.type === 'image' && !upload.isPrivate
    ? `public/${pictureFolder}/${upload.mediaId}.${ending}`
    : `private/${upload.tenantId}/${upload.mediaId}.${ending}`
}
