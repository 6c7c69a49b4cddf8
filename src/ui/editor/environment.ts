import { createContext, use } from 'react'

export type FileKind = 'image' | 'audio' | 'file'
export type Uploaded = { mediaId: string; url: string }
export type Frame = { src: string; name: string; ratio?: number; height?: number }

/** The editor's dependencies, passed in: files, and frames of other services. */
export type EditorWorld = {
  /** Sends a file; reports its progress from 0 to 1. */
  upload: (file: File, kind: FileKind, onProgress: (part: number) => void) => Promise<Uploaded>
  /** The problem with a file in words, or null. */
  problemOf: (file: File, kind: FileKind) => string | null
  /** The embed for a URL; null when it cannot be embedded. */
  embed: (source: string) => Promise<{ embedProvider: string; embedKey: string } | null>
  frameOf: (embedProvider: string, embedKey: string) => Frame | null
}

type Environment = Pick<EditorWorld, 'frameOf'> & {
  sourceOf: (mediaId: string) => string | undefined
  /** An address has died: the one that was read last. */
  renew: (mediaId: string) => string | undefined
  askAlt: (alt: string) => Promise<string | null>
}

const Context = createContext<Environment | null>(null)
export const EditorEnvironment = Context
export const useEnvironment = (): Environment => {
  const environment = use(Context)
  if (!environment) throw new Error('a piece of the editor stands outside of it')
  return environment
}
