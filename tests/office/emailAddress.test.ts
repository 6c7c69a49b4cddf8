import { expect, test } from 'vitest'
import { fans } from '#club/fans/contract.ts'
import { day } from '#kit/time.ts'
import { orders } from '#money/orders/contract.ts'
import { accounts } from '#office/accounts/contract.ts'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { identityAdmin } from '#server/identity/identity.ts'
import { ask, person, refused, tokenOf } from '../support/club'
import { lastMailTo, mailsTo } from '../support/mail'
import { moveTo, orderAtStore, shop } from '../support/shop'

/** Somebody whose address nobody has confirmed yet. */
const unverified = async () => {
  const fan = await person()
  await identityAdmin().updateUser(fan.uid, { emailVerified: false })
  return { ...fan, token: tokenOf(fan.uid, fan.email, { email_verified: false }) }
}
const secretIn = (text = '') => /\/fc\/me\/email\?secret=([\w-]+)/.exec(text)?.[1] ?? ''
const known = (uid: string) => identityAdmin().getUser(uid)

test('an address is confirmed by the link that was mailed to it, by its own account, once', async () => {
  const [fan, other] = [await unverified(), await unverified()]
  expect(await ask(accounts.getMyAccount, {}, fan)).toMatchObject({ isEmailVerified: false, nextEmail: null })
  expect(await ask(accounts.checkMyEmail, {}, fan)).toEqual({ sentTo: fan.email })
  const secret = secretIn((await lastMailTo(fan.email))?.text)
  expect(await refused(accounts.confirmMyEmail, { secret }, other)).toMatchObject({ status: 409, code: 'linkLapsed' })
  expect(await refused(accounts.confirmMyEmail, { secret: 'x' }, fan)).toMatchObject({ code: 'linkLapsed' })
  expect((await known(fan.uid)).emailVerified).toBe(false)
  expect(await ask(accounts.confirmMyEmail, { secret }, fan)).toEqual({ email: fan.email, isChange: false })
  expect((await known(fan.uid)).emailVerified).toBe(true)
  expect(await refused(accounts.confirmMyEmail, { secret }, fan)).toMatchObject({ code: 'linkLapsed' })
  const verified = { ...fan, token: tokenOf(fan.uid, fan.email) }
  expect(await refused(accounts.checkMyEmail, {}, verified)).toMatchObject({ status: 409, code: 'alreadyVerified' })
  expect((await known(other.uid)).emailVerified).toBe(false)
})

test('a new address takes the place of the old one when it is confirmed, and both are told', async () => {
  const [fan, other] = [await person(), await person()]
  // The outbox is searched by parts of an address: neither contains the other.
  const next = fan.email.replace('@', '.next@')
  expect(await refused(accounts.changeMyEmail, { email: fan.email.toUpperCase() }, fan)).toMatchObject({
    code: 'sameEmail',
  })
  expect(await refused(accounts.changeMyEmail, { email: 'nobody' }, fan)).toMatchObject({ status: 400 })
  const old = { ...fan, token: tokenOf(fan.uid, fan.email, { auth_time: Math.floor(Date.now() / 1000) - 3600 }) }
  expect(await refused(accounts.changeMyEmail, { email: next }, old)).toMatchObject({ code: 'signInAgain' })
  await ask(accounts.changeMyEmail, { email: next }, fan)
  expect(await ask(accounts.getMyAccount, {}, fan)).toMatchObject({ email: fan.email, nextEmail: next })
  // The old address hears of it, but neither the new address nor its link.
  const warned = (await lastMailTo(fan.email))?.text ?? ''
  expect(warned).not.toContain(next)
  expect(secretIn(warned)).toBe('')
  const secret = secretIn((await lastMailTo(next))?.text)
  // Another account had it meanwhile.
  const taken = await person(next)
  expect(await refused(accounts.confirmMyEmail, { secret }, fan)).toMatchObject({ status: 409, code: 'emailTaken' })
  await identityAdmin().deleteUser(taken.uid)
  expect(await ask(accounts.confirmMyEmail, { secret }, fan)).toEqual({ email: next, isChange: true })
  expect(await known(fan.uid)).toMatchObject({ email: next, emailVerified: true })
  for (const to of [fan.email, next]) expect((await mailsTo(to)).at(-1)?.text).toContain('新しいアドレス')
  const { rows } = await pool().query('select email from people where uid = $1', [fan.uid])
  expect(rows).toEqual([{ email: next }])
  expect((await known(other.uid)).email).toBe(other.email)
})

test('a token from before the change does not bring the old address back; what is said after it counts', async () => {
  const fan = await person()
  const next = fan.email.replace('@', '.next@')
  const kept = async () => (await pool().query('select email from people where uid = $1', [fan.uid])).rows[0]?.email
  const profile = { displayName: 'Hana', icon: '' }
  await ask(accounts.changeMyEmail, { email: next }, fan)
  await ask(accounts.confirmMyEmail, { secret: secretIn((await lastMailTo(next))?.text) }, fan)
  // It is good for an hour, and names the old address.
  await ask(fans.updateMyProfile, profile, fan)
  expect(await kept()).toBe(next)
  const third = fan.email.replace('@', '.third@')
  const later = { ...fan, token: tokenOf(fan.uid, third, { iat: Math.floor(Date.now() / 1000) + 2 }) }
  await ask(fans.updateMyProfile, profile, later)
  expect(await kept()).toBe(third)
})

test('a link lapses after a day, and a newer one takes its place', async () => {
  const fan = await unverified()
  await ask(accounts.checkMyEmail, {}, fan)
  const first = secretIn((await lastMailTo(fan.email))?.text)
  await ask(accounts.checkMyEmail, {}, fan)
  const second = secretIn((await lastMailTo(fan.email))?.text)
  expect(await refused(accounts.confirmMyEmail, { secret: first }, fan)).toMatchObject({ code: 'linkLapsed' })
  await moveTo(now() + day + 1000)
  expect(await refused(accounts.confirmMyEmail, { secret: second }, fan)).toMatchObject({ code: 'linkLapsed' })
})

test('the page of a store payment says where its numbers were mailed, and whether that is a confirmed address', async () => {
  const [of, sure] = [await shop(), await person()]
  const { orderId } = await orderAtStore(of, sure)
  const seen = await ask(orders.getKonbiniPayment, { orderId }, sure)
  expect(seen.mailedTo).not.toBe('')
  expect(seen.isMailVerified).toBe(seen.mailedTo === sure.email)
  const unsure = { ...sure, token: tokenOf(sure.uid, sure.email, { email_verified: false }) }
  expect(await ask(orders.getKonbiniPayment, { orderId }, unsure)).toMatchObject({ isMailVerified: false })
})
