import type { Db } from '#server/proven.ts'
import { findAll } from '../store'
import { shown } from '../world'
import { invalid } from './form'

type Tree = Map<string, Tree>
type Json = Record<string, unknown>

const treeOf = (paths: readonly string[]): Tree => {
  const root: Tree = new Map()
  for (const path of paths) {
    const parts = path.split('.')
    if (parts.length > 4) {
      throw invalid(`You cannot expand more than 4 levels of a property. Property: ${path}`, { param: 'expand' })
    }
    let at = root
    for (const part of parts) {
      const next: Tree = at.get(part) ?? new Map()
      at.set(part, next)
      at = next
    }
  }
  return root
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

const opened = async (db: Db, value: unknown, tree: Tree): Promise<unknown> => {
  if (Array.isArray(value)) return Promise.all(value.map((item) => opened(db, item, tree)))
  if (!isObject(value)) return value
  const body = typeof value.object === 'string' ? shown(value, new Set(tree.keys())) : { ...value }
  for (const [name, below] of tree) {
    const inner = body[name]
    const [object] = typeof inner === 'string' ? await findAll(db, [inner]) : []
    if (name in body) body[name] = await opened(db, object ?? inner, below)
    else if (name === 'data' || below.size > 0)
      throw invalid(`This property cannot be expanded (${name}).`, { param: 'expand' })
  }
  return body
}

/** The object as sent, with objects in place of the ids named in `expand`. */
export const expanded = async (db: Db, object: object, paths: readonly string[] = []): Promise<Json> => {
  const tree = treeOf(paths)
  const body = (await opened(db, object, tree)) as Json
  // Objects in a list look the same as in a single response.
  if (body.object === 'list' && Array.isArray(body.data) && !tree.has('data'))
    body.data = body.data.map((item) => shown(item))
  return body
}
