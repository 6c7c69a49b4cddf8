import { z } from 'zod'
import { baseOf } from './base'
import { knowResult } from './resultCheck'
import { id } from './text'

/** Who may call it. `tenant` and `brand` mean a member of that tenant who has one of the operation's roles. */
export type Caller = 'visitor' | 'fan' | 'tenant' | 'brand' | 'operator'
/**
 * A read runs without a transaction, a write is one transaction with an idempotency key. An `outside` operation calls
 * another system: it saves its intent, commits, calls without an open transaction, and saves the outcome.
 */
export type Effect = 'read' | 'write' | 'outside'
/**
 * Ids that a payload may contain instead of its brand's; `server/access.ts` has one resolver for each. Staff get the
 * brand that owns it, everybody else the public brand. `brand` stands for {tenantId, brandId}. `maybeContent`: the
 * operation itself handles an unknown content (rule: access.ids); its brand is then null.
 */
export type Subject =
  | 'brand'
  | 'brandFirestoreId'
  | 'upload'
  | 'plan'
  | 'content'
  | 'maybeContent'
  | 'comment'
  | 'order'
  | 'cart'
  | 'grant'

export const roles = ['owner', 'admin', 'editor', 'moderator', 'shipper', 'accountant'] as const
export type Role = (typeof roles)[number]
/** Roles for contents and plans, and roles for the club itself (rule: access.roles). */
export const contentRoles = ['owner', 'admin', 'editor'] as const
export const mayEdit = (role: Role) => contentRoles.some((one) => one === role)
export const adminRoles = ['owner', 'admin'] as const
export const isAdmin = (role: Role) => adminRoles.some((one) => one === role)
/** Roles that see the club's income (rule: access.roles). */
export const moneyRoles = ['owner', 'admin', 'accountant'] as const
export const seesMoney = (role: Role) => moneyRoles.some((one) => one === role)

/** Optional features: where the flag is off their operations are not found. */
export type Feature = 'fanClubEvents'

export type Limit = { points: number; seconds: number }
/** Reports a rule that spans several fields: the field's path and the rule it breaks. */
export type Issue = (field: string, rule: string) => void

type Spec<Shape extends z.ZodRawShape, Result extends z.ZodType, Code extends string> = {
  payload: Shape
  result: Result
  refusals?: readonly Code[]
  limit?: Limit
  /** Rules between fields; rules of one field are in its schema. */
  check?: (payload: z.output<z.ZodObject<Shape>>, issue: Issue) => void
  /** Largest body in bytes; default 64 KB. */
  maxBytes?: number
  /** Requires a sign-in within the last minutes: for payouts, and for what cannot be undone. */
  fresh?: true
  /**
   * Checks whether the session was ended elsewhere, which a token does not contain: reads of bank accounts and payouts.
   */
  checksRevoked?: true
  /** The response also sets cookies: the handler may call `setCookie`. */
  setsCookies?: true
  /** Only available if this feature is on. */
  feature?: Feature
}
/** Roles that may call it: given for every operation of a club, including reads. */
type SaysRoles<Who> = Who extends 'tenant' | 'brand' ? { roles: readonly Role[] } : unknown
/**
 * Payload fields that the audit stores: never more than needed to identify the change. `false`: it changes nothing of the club, so that
 * the log has no entry of it and no page is made anew.
 */
type SaysAudit<Who, Does, Shape> = Who extends 'tenant' | 'brand' | 'operator'
  ? Does extends 'read'
    ? unknown
    : { audit: readonly NoInfer<keyof Shape & string>[] | false }
  : unknown
/**
 * It takes new money for a club, and is refused with `tenantSuspended` while that is suspended (rule: club.suspended): as a whole, or
 * (`partly`) where its handler begins an order that is new, while what belongs to a running membership goes on.
 */
type SaysSells<Does> = Does extends 'read' ? unknown : { sells?: 'always' | 'partly' }
/** Visitors' pages show nothing of what it changes: they are not made anew. */
type SaysKeepsPages<Does> = Does extends 'read' ? unknown : { keepsPages?: true }
/** The resolver that finds the brand; a brand operation without one takes {tenantId, brandId}. */
type SaysSubject<Who, By> = Who extends 'brand' | 'fan' | 'visitor' ? { by?: By } : unknown
/** Runs all queries of this read on one snapshot: figures that must add up. */
type SaysSnapshot<Does> = Does extends 'read' ? { snapshot?: true } : unknown
/**
 * May also be followed: `GET /api/follow/{name}?payload={json}` answers whoever may call it with server-sent events, until it
 * refuses (program/follow.ts).
 */
type SaysFollows<Does> = Does extends 'read' ? { follows?: true } : unknown
/**
 * The answer is the same for everybody who has not signed in, and changes by writes of staff and by moments alone: it is kept as it is
 * sent, with the visitors' pages (rule: access.kept). `withCounts`: it shows contents with the counts of their loves and comments, and
 * is renewed by these as well.
 */
type Keeping = true | 'withCounts'
type SaysKept<Who, Does> = Who extends 'visitor' ? (Does extends 'read' ? { kept?: Keeping } : unknown) : unknown

export type Definition<
  Who extends Caller = Caller,
  Does extends Effect = Effect,
  Payload extends z.ZodType = z.ZodType,
  Result extends z.ZodType = z.ZodType,
  Code extends string = string,
  By extends Subject | undefined = Subject | undefined,
> = {
  caller: Who
  effect: Does
  payload: Payload
  result: Result
  refusals: readonly Code[]
  by: By
  roles: readonly Role[]
  audit: readonly string[]
  /** It changes nothing of the club. */
  leavesNoTrace: boolean
  limit?: Limit
  maxBytes: number
  fresh: boolean
  checksRevoked: boolean
  snapshot: boolean
  follows: boolean
  kept: Keeping | false
  keepsPages: boolean
  setsCookies: boolean
  sells: 'always' | 'partly' | null
  feature?: Feature
}
export type Operation<D extends Definition = Definition> = D & { name: string; base: 'cms' | 'public' }
export type PayloadOf<D extends Definition> = z.input<D['payload']>
export type ResultOf<D extends Definition> = z.output<D['result']>
export type RefusalOf<D extends Definition> = D['refusals'][number]

const tenantIds = { tenantId: id }
const brandIds = { tenantId: id, brandId: id }
type TenantIds = typeof tenantIds
type BrandIds = typeof brandIds

/** The ids that the caller kind adds to a payload. */
type IdsOf<Who, By> = Who extends 'tenant'
  ? TenantIds
  : By extends 'brand'
    ? BrandIds
    : Who extends 'brand'
      ? By extends Subject
        ? object
        : BrandIds
      : object

const idsOf = (caller: Caller, by: Subject | undefined): z.ZodRawShape => {
  if (caller === 'tenant') return tenantIds
  return by === 'brand' || (caller === 'brand' && by === undefined) ? brandIds : {}
}

type AnySpec = Spec<z.ZodRawShape, z.ZodType, string> & {
  roles?: readonly Role[]
  audit?: readonly string[] | false
  by?: Subject
  snapshot?: true
  follows?: true
  kept?: Keeping
  keepsPages?: true
  sells?: 'always' | 'partly'
}

const define =
  <Who extends Caller, Does extends Effect>(caller: Who, effect: Does) =>
  <
    Shape extends z.ZodRawShape,
    Result extends z.ZodType,
    const Code extends string = never,
    const By extends Subject | undefined = undefined,
  >(
    said: Spec<Shape, Result, Code> &
      SaysRoles<Who> &
      SaysAudit<Who, Does, Shape> &
      SaysSubject<Who, By> &
      SaysSnapshot<Does> &
      SaysFollows<Does> &
      SaysKept<Who, Does> &
      SaysKeepsPages<Does> &
      SaysSells<Does>,
    // NoInfer: these types come from the definition here, not from where its result is used.
  ): Definition<Who, Does, z.ZodObject<IdsOf<Who, NoInfer<By>> & Shape>, Result, NoInfer<Code>, NoInfer<By>> => {
    const spec = said as unknown as AnySpec
    const object = z.object({ ...idsOf(caller, spec.by), ...spec.payload })
    const { check } = spec
    const payload = check
      ? object.superRefine((value, context) =>
          check(value as never, (field, rule) =>
            context.addIssue({ code: 'custom', path: field.split('.'), params: { rule } }),
          ),
        )
      : object
    const definition: Definition = {
      caller,
      effect,
      payload,
      result: spec.result,
      refusals: spec.refusals ?? [],
      by: spec.by,
      roles: spec.roles ?? [],
      audit: spec.audit || [],
      leavesNoTrace: spec.audit === false,
      ...(spec.limit && { limit: spec.limit }),
      maxBytes: spec.maxBytes ?? 64 * 1024,
      fresh: spec.fresh ?? false,
      checksRevoked: caller === 'operator' || (spec.fresh ?? spec.checksRevoked ?? false),
      snapshot: spec.snapshot ?? false,
      follows: spec.follows ?? false,
      kept: spec.kept ?? false,
      keepsPages: spec.keepsPages ?? spec.audit === false,
      setsCookies: spec.setsCookies ?? false,
      sells: spec.sells ?? null,
      ...(spec.feature && { feature: spec.feature }),
    }
    return definition as never
  }

/** All kinds of permission; `server/serve.ts` enforces them before a handler runs. */
export const visitorRead = define('visitor', 'read')
export const visitorWrite = define('visitor', 'write')
export const fanRead = define('fan', 'read')
export const fanWrite = define('fan', 'write')
export const fanOutside = define('fan', 'outside')
export const tenantRead = define('tenant', 'read')
export const tenantWrite = define('tenant', 'write')
export const brandRead = define('brand', 'read')
export const brandWrite = define('brand', 'write')
export const brandOutside = define('brand', 'outside')
export const operatorRead = define('operator', 'read')
export const operatorWrite = define('operator', 'write')
export const operatorOutside = define('operator', 'outside')

/**
 * Gives every definition its name, which is also its URL; getPublic* use the public base (rule: access.ids).
 */
export const contract = <C extends Record<string, Definition>>(definitions: C) =>
  Object.fromEntries(
    Object.entries(definitions).map(([name, definition]) => {
      knowResult(name, definition.result)
      return [name, { ...definition, name, base: baseOf(name) }]
    }),
  ) as { [Name in keyof C]: Operation<C[Name]> }

export type Contract = Record<string, Operation>

/** One refused field: its path, the rule, and the rule's figure (characters, yen, bytes). */
export const fieldError = z.object({ field: z.string(), rule: z.string(), limit: z.number().optional() })
export type FieldError = z.infer<typeof fieldError>

/** Codes that every operation may return besides its declared refusals. */
export const commonCodes = [
  'validation',
  'unauthenticated',
  'forbidden',
  'notFound',
  'methodNotAllowed',
  'idempotencyMismatch',
  'inProgress',
  'signInAgain',
  'tooLarge',
  'unsupportedMediaType',
  'tooManyRequests',
  'unavailable',
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
