import type { NamesOf } from '#server/db/names.ts'
import type { Ports } from '#server/ports.ts'
import type { Db, Tenant } from '#server/proven.ts'
import { type Detail, fieldOf } from './kept'

declare module '#server/ports.ts' {
  interface Ports {
    /** Each wing says what its things are called, by the field that holds their id. */
    namesOfThings: Record<string, NamesOf>
  }
}

type Thing = { field: string; id: string }
const keyOf = ({ field, id }: Thing) => `${field} ${id}`
const thingIn =
  (details: readonly Detail[]) =>
  ({ name, value }: Detail): Thing => ({ field: fieldOf(name, details), id: value })

type Asking = { db: Db; tenant: Tenant; ports: Ports }
/** One question for each kind of thing, whatever number of entries names it. */
const namesOfAll = async ({ db, tenant, ports }: Asking, things: readonly Thing[]) => {
  const found = await Promise.all(
    [...Map.groupBy(things, ({ field }) => field)].map(async ([field, some]) => {
      const names = await ports.namesOfThings[field]?.(db, tenant, [...new Set(some.map(({ id }) => id))])
      return (names ?? []).map(({ id, name }) => [keyOf({ field, id }), name] as const)
    }),
  )
  return new Map(found.flat())
}

/** Entries whose things are called as they are called now; an id says nothing to people. */
export const withNames = async <Entry extends { details: readonly Detail[] }>(
  context: Asking,
  entries: readonly Entry[],
) => {
  const names = await namesOfAll(
    context,
    entries.flatMap(({ details }) => details.map(thingIn(details))),
  )
  return entries.map(({ details, ...entry }) => ({
    ...entry,
    details: details.map((detail) => {
      const called = names.get(keyOf(thingIn(details)(detail)))
      return called ? { ...detail, called } : detail
    }),
  }))
}
