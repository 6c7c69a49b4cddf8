import type { Contract } from './contract'

/** What a member of the staff did, in both languages. */
type ActName = { ja: string; en: string }
/** `on` and `off`: what it is called where its field `on` says which of two ways it went. */
export type Act = ActName & { on?: ActName; off?: ActName }

/** All of them, by operation. */
export type NamedActs = Readonly<Record<string, Act>>

/** The name of an act, of the way it went where that is known (`on`). */
export const actName = (acts: NamedActs, operation: string, on?: boolean): ActName | undefined => {
  const act = acts[operation]
  return (on === undefined ? undefined : on ? act?.on : act?.off) ?? act
}

/** A name for each write of a club's staff: a missing one does not compile. Others that the log tells of may have one. */
export type Acts<C extends Contract> = {
  [Name in keyof C as C[Name] extends { caller: 'tenant' | 'brand'; effect: 'write' | 'outside' } ? Name : never]: Act
} & { [Name in keyof C]?: Act }
