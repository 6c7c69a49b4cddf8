import { z } from 'zod'
import { id } from './text'

/** Who may ask. `tenant` and `brand` mean a member of that tenant who has one of the operation's roles. */
export type Caller = 'visitor' | 'fan' | 'tenant' | 'brand' | 'operator'
/** A read runs without a transaction, a write is one transaction with an idempotency key. */
export type Effect = 'read' | 'write'

export const roles = ['owner', 'admin', 'editor', 'moderator', 'shipper', 'accountant'] as const
export type Role = (typeof roles)[number]
/** Who may run the club's contents and plans, and who may run the club itself (architecture, section 10). */
export const contentRoles = ['owner', 'admin', 'editor'] as const
export const adminRoles = ['owner', 'admin'] as const

export type Limit = { points: number; seconds: number }
/** Reports a rule that spans several fields: the field's path and the rule it breaks. */
export type Issue = (field: string, rule: string) => void

type Spec<Shape extends z.ZodRawShape, Result extends z.ZodType, Code extends string> = {
  payload: Shape
  result: Result
  refusals?: readonly Code[]
  roles?: readonly Role[]
  limit?: Limit
  /** Rules between fields; rules of one field stand in its schema. */
  check?: (payload: z.output<z.ZodObject<Shape>>, issue: Issue) => void
  /** Bytes of the body; 64 KB where it is not said. */
  maxBytes?: number
}

export type Definition<
  Who extends Caller = Caller,
  Does extends Effect = Effect,
  Payload extends z.ZodType = z.ZodType,
  Result extends z.ZodType = z.ZodType,
  Code extends string = string,
> = {
  caller: Who
  effect: Does
  payload: Payload
  result: Result
  refusals: readonly Code[]
  roles: readonly Role[]
  limit?: Limit
  maxBytes: number
}
export type Operation<D extends Definition = Definition> = D & { name: string; base: 'cms' | 'public' }
export type PayloadOf<D extends Definition> = z.input<D['payload']>
export type ResultOf<D extends Definition> = z.output<D['result']>
export type RefusalOf<D extends Definition> = D['refusals'][number]

const tenantIds = { tenantId: id }
const brandIds = { tenantId: id, brandId: id }

const define =
  <Who extends Caller, Does extends Effect, Ids extends z.ZodRawShape>(caller: Who, effect: Does, ids: Ids) =>
  <Shape extends z.ZodRawShape, Result extends z.ZodType, const Code extends string = never>(
    spec: Spec<Shape, Result, Code>,
  ): Definition<Who, Does, z.ZodObject<Ids & Shape>, Result, Code> => {
    const object = z.object({ ...ids, ...spec.payload }) as unknown as z.ZodObject<Ids & Shape>
    const { check } = spec
    const payload = check
      ? object.superRefine((value, context) =>
          check(value as never, (field, rule) =>
            context.addIssue({ code: 'custom', path: field.split('.'), params: { rule } }),
          ),
        )
      : object
    return {
      caller,
      effect,
      payload: payload as z.ZodObject<Ids & Shape>,
      result: spec.result,
      refusals: spec.refusals ?? [],
      roles: spec.roles ?? roles,
      ...(spec.limit && { limit: spec.limit }),
      maxBytes: spec.maxBytes ?? 64 * 1024,
    }
  }

/** The whole vocabulary of permissions; `server/serve.ts` enforces it before a handler runs. */
export const visitorRead = define('visitor', 'read', {})
export const visitorWrite = define('visitor', 'write', {})
export const fanRead = define('fan', 'read', {})
export const fanWrite = define('fan', 'write', {})
export const tenantRead = define('tenant', 'read', tenantIds)
export const tenantWrite = define('tenant', 'write', tenantIds)
export const brandRead = define('brand', 'read', brandIds)
export const brandWrite = define('brand', 'write', brandIds)
export const operatorRead = define('operator', 'read', {})
export const operatorWrite = define('operator', 'write', {})

/** Gives every definition its name, which is also its URL; getPublic* answer on the public base (specification, section 7). */
export const contract = <C extends Record<string, Definition>>(definitions: C) =>
  Object.fromEntries(
    Object.entries(definitions).map(([name, definition]) => [
      name,
      { ...definition, name, base: name.startsWith('getPublic') ? 'public' : 'cms' },
    ]),
  ) as { [Name in keyof C]: Operation<C[Name]> }

export type Contract = Record<string, Operation>

/** One field that was refused: where, which rule, and the rule's figure (characters, yen, bytes). */
export const fieldError = z.object({ field: z.string(), rule: z.string(), limit: z.number().optional() })
export type FieldError = z.infer<typeof fieldError>

/** Codes that every operation may answer besides its declared refusals. */
export const commonCodes = [
  'validation',
  'unauthenticated',
  'forbidden',
  'notFound',
  'methodNotAllowed',
  'idempotencyMismatch',
  'tooLarge',
  'unsupportedMediaType',
  'tooManyRequests',
  'internal',
] as const
export const failure = z.object({
  ok: z.literal(false),
  code: z.string(),
  message: z.string(),
  requestId: z.string(),
  fields: z.array(fieldError).optional(),
})
export type Failure = z.infer<typeof failure>
