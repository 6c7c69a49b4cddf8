import type { Contract } from './contract'

/** What a member of the staff did, in both languages. */
export type Act = { ja: string; en: string }

/** All of them, by operation. */
export type NamedActs = Readonly<Record<string, Act>>

/** A name for each write of a club's staff: a missing one does not compile. Others that the log tells of may have one. */
export type Acts<C extends Contract> = {
  [Name in keyof C as C[Name] extends { caller: 'tenant' | 'brand'; effect: 'write' | 'outside' } ? Name : never]: Act
} & { [Name in keyof C]?: Act }
