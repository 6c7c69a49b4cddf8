import { randomUUID } from 'node:crypto'
import { brands } from '#club/brands/tables.server.ts'
import { tenantMembers, tenants } from '#club/tenants/tables.server.ts'
import type { Failure, Operation, PayloadOf, ResultOf, Role } from '#kit/contract.ts'
import { randomText } from '#kit/ids.ts'
import { type Answer, serve } from '#program/serve.ts'
import { now } from '#server/clock.ts'
import { database } from '#server/db.ts'
import { identityAdmin } from '#server/identity/identity.ts'
import { openWorld, operatorEmail, world } from './world'

await openWorld()

const accounts = `http://127.0.0.1:${world.emulatorPort}/identitytoolkit.googleapis.com/v1/projects/demo-tsudoi/accounts`

export type Person = { uid: string; email: string; token: string }

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token as the emulator makes them: unsigned, good for an hour. */
export const tokenOf = (uid: string, email: string, claims: object = {}) => {
  const seconds = Math.floor(Date.now() / 1000)
  const payload = {
    iss: 'https://securetoken.google.com/demo-tsudoi',
    aud: 'demo-tsudoi',
    sub: uid,
    user_id: uid,
    email,
    email_verified: true,
    auth_time: seconds,
    iat: seconds,
    exp: seconds + 3600,
    firebase: { identities: {}, sign_in_provider: 'password' },
    ...claims,
  }
  return `${base64({ alg: 'none', typ: 'JWT' })}.${base64(payload)}.`
}

/** Somebody new with an account at the identity provider: what the SDK does, without asking for the account afterwards. */
export const person = async (email = `${randomUUID()}@example.test`): Promise<Person> => {
  const uid = randomUUID()
  const answer = await fetch(accounts, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify({ localId: uid, email, emailVerified: true }),
  })
  if (!answer.ok) throw new Error(`no account for ${email}: ${await answer.text()}`)
  return { uid, email, token: tokenOf(uid, email) }
}

/** Signed in just now: some acts ask for a sign-in of the last minutes, and a long test takes more of them. */
export const signedInNow = (one: Person): Person => ({ ...one, token: tokenOf(one.uid, one.email) })

/** All test files share the one account. */
export const operator = async (): Promise<Person> => {
  const find = () => identityAdmin().getUserByEmail(operatorEmail)
  // Two files may make it at once: the other one's is found then.
  const { uid } = await find().catch(() => person(operatorEmail).catch(find))
  return { uid, email: operatorEmail, token: tokenOf(uid, operatorEmail) }
}

export const newId = (noun: string) => `${noun}_${randomText((bytes) => crypto.getRandomValues(bytes))}`

export const addMember = async (
  tenantId: string,
  { uid, email }: Person,
  role: Role,
  brandIds: string[] | null = null,
  displayName: string = role,
) => {
  const memberId = newId('member')
  await database().insert(tenantMembers).values({
    tenantId,
    memberId,
    uid,
    email,
    role,
    brandIds,
    displayName,
    status: 'active',
    invitedAt: now(),
    joinedAt: now(),
  })
  return memberId
}

/** One admin of two clubs, who is called 星野 in the first and 月島 in the second. */
export const adminOfBoth = async (clubs: readonly [{ tenantId: string }, { tenantId: string }]) => {
  const admin = await person()
  await addMember(clubs[0].tenantId, admin, 'admin', null, '星野')
  await addMember(clubs[1].tenantId, admin, 'admin', null, '月島')
  return admin
}

/** Hoshi Club, built afresh under new ids: a tenant with an owner and one brand. */
export const club = async (name = 'Hoshi Club') => {
  const tenantId = newId('tenant')
  const brandId = newId('brand')
  const slug = brandId.replace('brand_', 'b-')
  const at = now()
  await database().insert(tenants).values({ tenantId, name, createdAt: at })
  await database().insert(brands).values({
    tenantId,
    brandId,
    slug,
    name: 'Aoi',
    thumbnail: '',
    icon: '',
    description: 'Songs and travels.',
    accentColor: '#2f6f8f',
    links: [],
    legalNotice: 'Seller: Hoshi Club',
    createdAt: at,
    editedAt: at,
  })
  const owner = await person()
  await addMember(tenantId, owner, 'owner')
  return { tenantId, brandId, slug, owner, ids: { tenantId, brandId } }
}

/** One request as an endpoint passes it to serve. */
export const request = (
  { base, name }: Pick<Operation, 'base' | 'name'>,
  body: string | null,
  by: Pick<Person, 'token'> | null = null,
  headers: Partial<
    Record<'idempotency-key' | 'content-type' | 'authorization' | 'accept-language' | 'cookie', string>
  > = {},
): Promise<Answer> =>
  serve({
    base,
    name,
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${by?.token ?? ''}`, ...headers },
    address: '127.0.0.1',
  })

/** The result of an operation that must succeed. */
export const ask = async <O extends Operation>(
  operation: O,
  payload: PayloadOf<O>,
  by: Pick<Person, 'token'> | null = null,
  headers = {},
): Promise<ResultOf<O>> => {
  const answer = await request(operation, JSON.stringify(payload), by, headers)
  if (answer.status !== 200) throw new Error(`${operation.name} answered ${answer.status}: ${answer.body}`)
  return JSON.parse(answer.body) as ResultOf<O>
}

/** The failure of an operation that must be refused. */
export const refused = async <O extends Operation>(
  operation: O,
  payload: unknown,
  by: Pick<Person, 'token'> | null = null,
  headers = {},
): Promise<Failure & { status: number }> => {
  const answer = await request(operation, JSON.stringify(payload), by, headers)
  if (answer.status === 200) throw new Error(`${operation.name} was not refused: ${answer.body}`)
  return { ...(JSON.parse(answer.body) as Failure), status: answer.status }
}
