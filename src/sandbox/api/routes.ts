import { z } from 'zod'
import { get, type Kind, type ListQuery, list } from '../store'
import type { World } from '../world'
import { created, expand, integer, read, text } from './form'

/** Parameters of a request's URL and body, not validated yet. */
export type SandboxRequest = { id: string; sent: Record<string, unknown>; origin: string }
export type Answer = { status?: number; body: object; expand?: readonly string[] | undefined }
export type Act = (world: World, asked: SandboxRequest) => Promise<Answer>
/** By method and path; `:id` matches one segment. */
export type Routes = Record<string, Act>

export const paging = {
  limit: integer.pipe(z.number().min(1).max(100)).optional(),
  starting_after: text.optional(),
  ending_before: text.optional(),
  created,
  expand,
}

/** A route that returns one object by id. */
export const retrieve =
  (kind: Kind): Act =>
  async ({ db }, { id, sent }) => {
    const query = read(z.strictObject({ expand }), sent)
    return { body: (await get(db, kind, id)).body, expand: query.expand }
  }

type Narrowed = ListQuery & { expand?: string[] } & { [name: string]: unknown }
/** Route that lists objects of a kind; `narrowing` are its parameters beyond paging. */
export const listing =
  <K extends Kind>(kind: K, url: string, narrowing: readonly string[] = []): Act =>
  async ({ db }, { sent }) => {
    const names = Object.fromEntries(narrowing.map((name) => [name, text.optional()]))
    const query = read(z.strictObject({ ...paging, ...names }), sent) as Narrowed
    const refs = narrowing.filter((name) => query[name]).map((name) => [`${name}:${query[name]}`])
    return { body: { object: 'list', url, ...(await list(db, kind, query, refs)) }, expand: query.expand }
  }
