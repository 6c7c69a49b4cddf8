import type { Db } from './proven'

/** One encrypted value: `of` is what it was encrypted for (server/encryption.ts). */
export type SealedRow = { tenantId: string; id: string; of: string }

/** What a room keeps encrypted, of all clubs, for the change of keys: in the order of their ids, after `last`. */
export type Sealed = { what: string } & (
  | {
      rows: (db: Db, last: string, limit: number) => Promise<(SealedRow & { value: string })[]>
      /** Only where the value is still `row.value`: what was saved meanwhile is of the current key. */
      replace: (db: Db, row: SealedRow & { value: string }, value: string) => Promise<void>
    }
  | {
      files: (db: Db, last: string, limit: number) => Promise<(SealedRow & { key: string; contentType: string })[]>
      isThere: (db: Db, row: SealedRow) => Promise<boolean>
    }
)
