import { useSyncExternalStore } from 'react'
import type { LargePurpose } from '../large'

/*
 * Large files on their way, whichever page is open: they outlive the screen that began them.
 */

/** What an upload is for, and where people see it. */
export type About = {
  tenantId: string
  brandId: string
  purpose: LargePurpose
  /** Id of the content or product; "new" for a product that is not saved yet. */
  place: string
  /** Path of its editor, without the language. */
  href: string
  /** Media id of the file that it takes the place of, in a product with several files. */
  replaces?: string
}

export type UploadStep =
  | 'sending'
  /** Goes on by itself when the line is back. */
  | 'offline'
  | 'paused'
  /** Refused; people may try again. */
  | 'failed'
  /** From before a reload: the browser has the parts that were sent, but not the file. */
  | 'interrupted'
  /** Another tab of this browser sends it. */
  | 'elsewhere'
  /** The file has arrived, and is not yet part of what it is for. */
  | 'sent'
  | 'done'

export type Upload = About & {
  key: string
  name: string
  /** Bytes. */
  size: number
  sent: number
  /** Bytes a second over the last moments; 0 while not known. */
  rate: number
  step: UploadStep
  /** From `sent` on. */
  mediaId: string | null
  /** What it was for has been deleted. */
  isOrphan: boolean
}

/** Prefix of the entries that the browser keeps, one for each upload. */
export const keptPrefix = 'upload '

let uploads: readonly Upload[] = []
const none: readonly Upload[] = []
const listeners = new Set<() => void>()

export const allUploads = () => uploads
export const setUploads = (next: readonly Upload[]) => {
  uploads = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useUploads = (): readonly Upload[] =>
  useSyncExternalStore(
    subscribe,
    () => uploads,
    () => none,
  )

/** The uploads for one content or product, the oldest first. */
export const uploadsAt = (all: readonly Upload[], { brandId, purpose, place }: Omit<About, 'tenantId' | 'href'>) =>
  all.filter((one) => one.brandId === brandId && one.purpose === purpose && one.place === place)

/** Still needs this page, its file or its people. */
export const isGoing = ({ step }: Pick<Upload, 'step'>) =>
  step === 'sending' || step === 'offline' || step === 'paused' || step === 'failed'

/** Whether a sign-out or leaving the site would lose something. */
export const hasUploads = () => uploads.some((one) => isGoing(one) || one.step === 'interrupted' || one.step === 'sent')

/** Open editors: they put the file in themselves, among what was typed. */
export const openEditors = new Map<string, number>()
export const placeKey = ({ brandId, purpose, place }: Omit<About, 'tenantId' | 'href'>) =>
  `${purpose} ${brandId} ${place}`
export const isOpenEditor = (about: Omit<About, 'tenantId' | 'href'>) => (openEditors.get(placeKey(about)) ?? 0) > 0
