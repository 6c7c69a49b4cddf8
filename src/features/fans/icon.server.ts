import { createHash } from 'node:crypto'

/** Where the icons of one person lie: the folder is theirs alone, tells nobody who they are, and goes with their account. */
export const iconFolderOf = (uid: string) =>
  `public/people/${createHash('sha256').update(`icon ${uid}`).digest('hex').slice(0, 32)}`

/** The key of an icon that this person has sent, by its address; null of every other. */
export const iconKeyOf = (uid: string, icon: string): string | null => {
  const folder = iconFolderOf(uid)
  const [, name] = /\/(media_[A-Za-z0-9]+\.(?:jpeg|png|webp))$/.exec(icon) ?? []
  return name && icon.endsWith(`${folder.slice('public'.length)}/${name}`) ? `${folder}/${name}` : null
}
