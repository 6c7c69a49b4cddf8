import { randomBytes, timingSafeEqual } from 'node:crypto'
import { rememberPerson } from '#club/fans/queries.server.ts'
import type { Instant } from '#kit/time.ts'
import { lockFan } from '#money/orders/queries.server.ts'
import { workOf } from '#money/orders/work.server.ts'
import { brandsFeaturing } from '#publishing/comments/featured.queries.server.ts'
import type { Handlers } from '#server/context.ts'
import { hashOf } from '#server/hash.ts'
import { confirmEmail } from '#server/identity/identity.ts'
import { mailJobs } from '#server/mail/jobs.server.ts'
import { liftSuppression, suppressionOf } from '#server/mail/suppressions.ts'
import { addressFor, customTokensFor, emailCheckFor, fileStateAt, isTyped } from './account'
import type { accounts as contract } from './contract'
import { endMoney, waitingRefunds } from './deleted/money.server'
import { forgetBuyers, markDeleted } from './deleted/queries.server'
import { accountJobs } from './jobs.server'
import { accountDeleted, emailChange, emailChanged, emailCheck } from './mails'
import {
  countMemberships,
  countToSend,
  expireFilesNaming,
  fileOf,
  filesOf,
  forget,
  insertFile,
  lockOwners,
  openEmailCheck,
  ownedAlone,
  removeEmailCheck,
  saveEmailCheck,
} from './queries.server'

const isSame = (secret: string, secretHash: string) =>
  timingSafeEqual(Buffer.from(hashOf(secret)), Buffer.from(secretHash))

/** The secret stands in the mail alone; its hash is kept. */
const newCheck = ({ now, ...of }: { uid: string; email: string; isChange: boolean; now: Instant }) => {
  const secret = randomBytes(24).toString('base64url')
  return { secret, check: { ...of, secretHash: hashOf(secret), expiresAt: now + emailCheckFor } }
}

export const accountHandlers: Handlers<typeof contract> = {
  async getMyAccount({ db, fan, user, now }) {
    const [files, memberships, ordersToSend, waiting, clubs, check, mailStopped] = await Promise.all([
      filesOf(db, fan),
      countMemberships(db, fan),
      countToSend(db, fan),
      waitingRefunds(db, fan),
      ownedAlone(db, fan, now),
      openEmailCheck(db, fan, now),
      suppressionOf(db, user.email),
    ])
    return {
      email: user.email,
      isEmailVerified: user.emailVerified,
      nextEmail: check?.isChange ? check.email : null,
      mailStopped,
      displayName: user.displayName,
      files: files.map((file) => ({
        exportId: file.exportId,
        state: fileStateAt(file, now),
        createdAt: file.createdAt,
        expiresAt: file.expiresAt,
      })),
      memberships,
      ordersToSend,
      moneyWaiting: waiting.reduce((sum, { amount }) => sum + amount, 0),
      ownedAlone: clubs,
    }
  },

  async checkMyEmail({ db, enqueue, fan, user: { email, emailVerified }, now, locale, origin, refuse }) {
    if (email === '') return refuse('noEmail')
    const stopped = await suppressionOf(db, email)
    if (emailVerified && stopped === null) return refuse('alreadyVerified')
    // Who has not confirmed the address may have typed somebody else's, who asked for no more mails.
    if (stopped === 'complained' && !emailVerified) return refuse('mailStopped')
    if (stopped !== null) await liftSuppression(db, email)
    const { secret, check } = newCheck({ uid: fan.uid, email, isChange: false, now })
    await saveEmailCheck(db, check)
    await enqueue(mailJobs.sendMail, { to: email, locale, ...emailCheck({ origin, locale }, secret) })
    return { sentTo: email }
  },

  async changeMyEmail({ db, enqueue, fan, user, now, locale, origin, refuse }, { email }) {
    if (email.toLowerCase() === user.email.toLowerCase()) return refuse('sameEmail')
    const stopped = await suppressionOf(db, email)
    if (stopped === 'complained') return refuse('mailStopped')
    if (stopped !== null) await liftSuppression(db, email)
    const { secret, check } = newCheck({ uid: fan.uid, email, isChange: true, now })
    await saveEmailCheck(db, check)
    const to = { origin, locale }
    await enqueue(mailJobs.sendMail, { to: email, locale, ...emailCheck(to, secret) })
    // The new address is not repeated to the old one: who reads that may not be its owner any more.
    if (user.email) await enqueue(mailJobs.sendMail, { to: user.email, locale, ...emailChange(to) })
    return { sentTo: email }
  },

  async confirmMyEmail({ transaction, fan, user, now, locale, origin, refuse }, { secret }) {
    const check = await transaction(({ db }) => openEmailCheck(db, fan, now))
    if (!check || !isSame(secret, check.secretHash)) return refuse('linkLapsed')
    const { email, isChange } = check
    const confirmed = await confirmEmail(fan.uid, email)
    if (confirmed === 'taken') return refuse('emailTaken')
    await transaction(async ({ db, enqueue }) => {
      await removeEmailCheck(db, fan)
      await rememberPerson(
        db,
        { ...user, email, emailVerified: true },
        { locale, now, emailChangedAt: confirmed.changedAt },
      )
      if (!isChange) return
      for (const to of new Set([user.email, email]))
        if (to) await enqueue(mailJobs.sendMail, { to, locale, ...emailChanged({ origin, locale }) })
    })
    return { email, isChange }
  },

  async exportMyAccount({ db, fan, user, now, newId, locale, enqueue }) {
    const exportId = newId('export')
    await insertFile(db, { exportId, uid: fan.uid, state: 'enqueued', createdAt: now })
    await enqueue(accountJobs.writeAccountFile, { exportId, to: user.email, locale })
    return { exportId }
  },

  async getMyAccountFile({ transaction, storage, fan, now, refuse }, { exportId }) {
    const file = await transaction(({ db }) => fileOf(db, fan, exportId))
    if (!file || file.key === null || fileStateAt(file, now) !== 'completed') return refuse('fileNotFound')
    const fileName = `tsudoi-account-${new Date(file.createdAt + 9 * 3_600_000).toISOString().slice(0, 10)}.json`
    return { url: await storage.signDownload({ key: file.key, expiresAt: now + addressFor, fileName }) }
  },

  async deleteMyAccount(context, { typedEmail }) {
    const { db, enqueue, renew, ports, fan, user, now, locale, origin, refuse } = context
    if (!isTyped(typedEmail, user.email)) return refuse('emailDiffers')
    await lockFan(db, fan.uid)
    await lockOwners(db, fan)
    if ((await ownedAlone(db, fan, now)).length > 0) return refuse('lastOwner')
    // Whatever is told of a payment from here on waits for the fan's lock, and then finds the account deleted.
    await markDeleted(db, fan, now)
    await endMoney(workOf(context, { db, enqueue, renew, ports }), fan)
    await expireFilesNaming(db, fan, now)
    for (const brand of await brandsFeaturing(db, fan)) await renew(brand)
    await forget(db, ports, { uid: fan.uid, email: user.emailVerified ? user.email.toLowerCase() : '' }, now)
    await forgetBuyers(db, fan)
    await enqueue(accountJobs.finishAccountDeletion, { uid: fan.uid })
    // A custom token of a moment ago still makes an account there, an empty one; once no such token is left it goes too.
    await enqueue(accountJobs.finishAccountDeletion, { uid: fan.uid }, { at: now + customTokensFor })
    const to = user.email
    if (to) await enqueue(mailJobs.sendMail, { to, locale, ...accountDeleted({ origin, locale }) })
    return {}
  },
}
