import { keysOf } from '#kit/kept.ts'
import { type About, allUploads, keptPrefix, openEditors, placeKey, uploadsAt } from './useUploads'

/* What people do with uploads. What sends them is loaded when the first one begins, or is found again. */

const load = () => import('./sending')

/** Whether the browser keeps uploads of before a reload. */
const hasKept = () => keysOf(keptPrefix).length > 0
/** Lists what a reload interrupted; nothing is loaded where there is nothing. */
export const restoreUploads = async () => {
  if (hasKept()) await (await load()).restore()
}

export const beginUpload = async (about: About, file: File) => (await load()).begin(about, file)
/** Goes on with an interrupted one; false: it is another file. */
export const continueUpload = async (key: string, file: File) => (await load()).resumeWith(key, file)
export const pauseUpload = async (key: string) => (await load()).pause(key)
export const resumeUpload = async (key: string) => (await load()).resume(key)
/** Throws away what was sent. */
export const giveUpUpload = async (key: string) => (await load()).giveUp(key)
/** The file is part of what it was sent for. */
export const finishUpload = async (key: string) => (await load()).finish(key)
/** Takes it out of the list. */
export const dismissUpload = async (key: string) => (await load()).dismiss(key)
/** At a sign-out: nothing more is sent, nothing kept. */
export const stopUploads = async () => allUploads().length > 0 && (await load()).stopAll()

/** While the editor of this is open. What has arrived and was not saved when it closes is put in afterwards. */
export const holdPlace = (about: Omit<About, 'tenantId' | 'href'>) => {
  const key = placeKey(about)
  openEditors.set(key, (openEditors.get(key) ?? 0) + 1)
  return () => {
    openEditors.set(key, (openEditors.get(key) ?? 1) - 1)
    if (uploadsAt(allUploads(), about).some(({ step }) => step === 'sent'))
      void load().then(({ follow }) => follow(about))
  }
}
