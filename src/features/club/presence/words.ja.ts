import type { Role } from '#kit/contract.ts'

/** Who, which is cut where it is too long, and what is said of them. */
type Sentence = readonly [who: string, says: string]

const words = {
  person: (name: string) => `${name}さん`,
  /** Of whom no name is known. */
  roles: {
    owner: 'オーナーの方',
    admin: '管理者の方',
    editor: '編集担当の方',
    moderator: 'コメント担当の方',
    shipper: '発送担当の方',
    accountant: '経理担当の方',
  } satisfies Record<Role, string> as Record<Role, string>,
  here: (names: readonly string[], more: number): Sentence => [
    names.join('、'),
    `${more > 0 ? `、ほか${more}人` : ''}もこの画面を開いています`,
  ],
  /** On a phone. */
  hereShort: (name: string, more: number): Sentence => [name, `${more > 0 ? `ほか${more}人` : ''}も開いています`],
  hasCome: (name: string) => `${name}もこの画面を開きました`,
}

export type PresenceWordsText = typeof words
export default words
