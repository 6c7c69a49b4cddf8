import { createHash } from 'node:crypto'

/** Folder of one person's icons. The hash hides who it belongs to; the folder is deleted with the account. */
export const iconFolderOf = (uid: string) =>
  `public/people/${createHash('sha256').update(`icon ${uid}`).digest('hex').slice(0, 32)}`

/** Storage key of an icon that this person uploaded; null for all other URLs. */
export const iconKeyOf = (uid: string, icon: string): string | null => {
  const folder = iconFolderOf(uid)
  const [, name] = /\/(media_[A-Za-z0-9]+\.(?:jpeg|png|webp))$/.exec(icon) ?? []
  return name && icon.endsWith(`${folder.slice('public'.length)}/${name}`) ? `${folder}/${name}` : null
}
