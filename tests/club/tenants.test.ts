import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { brands as brandContract } from '#club/brands/contract.ts'
import { brands } from '#club/brands/tables.server.ts'
import { fans } from '#club/fans/contract.ts'
import { identity } from '#club/identity/contract.ts'
import { inquiries } from '#club/inquiries/contract.ts'
import { tenants } from '#club/tenants/contract.ts'
import { invitationLapsesAfter } from '#club/tenants/member.ts'
import { tenantMembers } from '#club/tenants/tables.server.ts'
import { type Role, roles } from '#kit/contract.ts'
import { plans } from '#membership/plans/contract.ts'
import { clubPage } from '#office/club/contract.ts'
import { notifications } from '#office/notifications/contract.ts'
import { now } from '#server/clock.ts'
import { database } from '#server/db.ts'
import { liftSuppression, suppressMails } from '#server/mail/suppressions.ts'
import { auditLog } from '#server/tables.server.ts'
import { addMember, ask, club, newId, type Person, person, refused, request, tokenOf } from '../support/club'
import { lastMailTo, mailsTo } from '../support/mail'
import { rowLocks, together, withoutPrecautions } from '../support/naive'

const address = () => `${newId('member').toLowerCase()}@example.test`
const linkIn = (text: string) => text.match(/invitation=([\w-]+)/)?.[1] ?? ''

/** Invites by mail and answers the secret of the letter. */
const invite = async (
  tenantId: string,
  by: Person,
  { email = address(), ...changes }: { email?: string; role?: Role; brandIds?: string[] } = {},
  headers = {},
) => {
  const payload = { tenantId, email, role: 'editor' as const, brandIds: null, ...changes }
  const { memberId } = await ask(tenants.inviteTenantMember, payload, by, headers)
  const mail = await lastMailTo(email)
  return { email, memberId, mail, invitation: linkIn(mail.text) }
}
const listed = async (tenantId: string, by: Person) => (await ask(tenants.getTenantMembers, { tenantId }, by)).members
const myTenants = async (by: Person) => (await ask(identity['me.get'], {}, by)).me.tenants

const secondBrand = async (tenantId: string) => {
  const brandId = newId('brand')
  await database()
    .insert(brands)
    .values({
      tenantId,
      brandId,
      slug: brandId.replace('brand_', 'b-'),
      name: 'Midori',
      thumbnail: '',
      icon: '',
      description: '',
      accentColor: '#2f6f8f',
      links: [],
      createdAt: now(),
      editedAt: now(),
    })
  return brandId
}

describe('inviting somebody', () => {
  test('a letter leads in; who accepts it works there from then on', async () => {
    const { tenantId, owner, ids } = await club()
    const editor = await person()
    const { invitation, memberId, mail } = await invite(tenantId, owner, { email: editor.email })
    expect(mail.subject).toBe('「Hoshi Club」の運営に招待されました')
    expect(mail.text).toContain('編集')
    expect(mail.text).toContain('http://localhost:3000/tenants/join?invitation=')
    expect(await ask(tenants.getTenantInvitation, { invitation }, editor)).toMatchObject({
      tenantName: 'Hoshi Club',
      role: 'editor',
    })
    expect(await myTenants(editor)).toEqual([])
    expect((await refused(plans.getPlans, ids, editor)).status).toBe(404)
    expect(await ask(tenants.acceptTenantInvitation, { invitation }, editor)).toEqual({ tenantId })
    expect(await myTenants(editor)).toMatchObject([{ firestoreId: tenantId }])
    await ask(plans.getPlans, ids, editor)
    const member = (await listed(tenantId, owner)).find((each) => each.memberId === memberId)
    expect(member).toMatchObject({ status: 'active', role: 'editor', isMe: false, canChange: true, canRemove: true })
    expect(member?.joinedAt).not.toBeNull()
  })

  test('an invitation that nobody accepted lapses after two weeks, and joining is written down', async () => {
    const { tenantId, owner } = await club()
    const old = await invite(tenantId, owner)
    await database()
      .update(tenantMembers)
      .set({ invitedAt: now() - invitationLapsesAfter })
      .where(and(eq(tenantMembers.tenantId, tenantId), eq(tenantMembers.memberId, old.memberId)))
    const late = await person()
    expect(await refused(tenants.getTenantInvitation, { invitation: old.invitation }, late)).toMatchObject({
      status: 404,
    })
    expect((await refused(tenants.acceptTenantInvitation, { invitation: old.invitation }, late)).status).toBe(404)

    const { invitation } = await invite(tenantId, owner, { email: late.email })
    await ask(tenants.acceptTenantInvitation, { invitation }, late)
    const rows = await database().select().from(auditLog).where(eq(auditLog.actorUid, late.uid))
    expect(rows).toMatchObject([{ operation: 'acceptTenantInvitation', tenantId, role: 'editor', payload: {} }])
  })

  test('a link of which the two weeks are over says so, and one that was replaced, withdrawn or never sent says no more than that', async () => {
    const { tenantId, owner } = await club()
    const editor = await person()
    const { invitation, memberId } = await invite(tenantId, owner, { email: editor.email })
    const asked = [
      tenants.getTenantInvitation,
      tenants.acceptTenantInvitation,
      tenants.declineTenantInvitation,
    ] as const
    const answers = async (secret: string) =>
      new Set(await Promise.all(asked.map(async (one) => (await refused(one, { invitation: secret }, editor)).code)))
    await database()
      .update(tenantMembers)
      .set({ invitedAt: now() - invitationLapsesAfter })
      .where(and(eq(tenantMembers.tenantId, tenantId), eq(tenantMembers.memberId, memberId)))
    expect(await answers(invitation)).toEqual(new Set(['invitationLapsed']))
    const again = await invite(tenantId, owner, { email: editor.email })
    expect(await answers(invitation)).toEqual(new Set(['invitationNotFound']))
    expect(await answers('nobody')).toEqual(new Set(['invitationNotFound']))
    expect(await ask(tenants.acceptTenantInvitation, { invitation: again.invitation }, editor)).toEqual({ tenantId })
  })

  test('an English letter for who works in English', async () => {
    const { tenantId, owner } = await club()
    const { mail } = await invite(tenantId, owner, { role: 'shipper' }, { 'accept-language': 'en' })
    expect(mail.subject).toBe('You are invited to work for Hoshi Club')
    expect(mail.text).toContain('as shipper')
    expect(mail.text).toContain('/en/tenants/join?invitation=')
    expect(mail.text).not.toMatch(/[ぁ-んァ-ヶ一-龠]/)
  })

  test('the letter and its page name the club and who invites; a name that could be a link stands on the page alone', async () => {
    const { tenantId, owner } = await club()
    const editor = await person()
    const called = (name: string) =>
      database()
        .update(tenantMembers)
        .set({ displayName: name })
        .where(and(eq(tenantMembers.tenantId, tenantId), eq(tenantMembers.uid, owner.uid)))
    await called('Aoi Hoshino')
    const { mail, invitation } = await invite(tenantId, owner, { email: editor.email })
    expect(mail.text).toContain('Aoi Hoshinoさんから、「Hoshi Club」の運営に、編集として招待されました。')
    expect(await ask(tenants.getTenantInvitation, { invitation }, editor)).toMatchObject({
      ...{ tenantName: 'Hoshi Club', inviterName: 'Aoi Hoshino' },
      until: (await listed(tenantId, owner)).find(({ email }) => email === editor.email)?.invitation?.until,
    })
    await called('win at example．test')
    const { mail: second } = await invite(tenantId, owner)
    expect(second.text).not.toContain('example')
    expect(second.text).toContain('「Hoshi Club」の運営に')
    await called('あ'.repeat(80))
    expect((await invite(tenantId, owner)).mail.text).toContain(`${'あ'.repeat(39)}…さんから`)
    // Who works there no longer is named nowhere.
    await database().update(tenantMembers).set({ status: 'removed' }).where(eq(tenantMembers.uid, owner.uid))
    expect((await ask(tenants.getTenantInvitation, { invitation }, editor)).inviterName).toBe('')
  })

  test('until when it can be accepted stands in the list, and that it cannot any more; sent again it can', async () => {
    const { tenantId, owner } = await club()
    const { email, memberId } = await invite(tenantId, owner, { role: 'shipper' })
    const row = async () => (await listed(tenantId, owner)).find((one) => one.memberId === memberId)
    const first = await row()
    expect(first?.invitation).toEqual({ until: (first?.invitedAt ?? 0) + invitationLapsesAfter, hasLapsed: false })
    await database()
      .update(tenantMembers)
      .set({ invitedAt: now() - invitationLapsesAfter })
      .where(and(eq(tenantMembers.tenantId, tenantId), eq(tenantMembers.memberId, memberId)))
    expect((await row())?.invitation?.hasLapsed).toBe(true)
    await invite(tenantId, owner, { email, role: 'shipper' })
    expect((await row())?.invitation?.hasLapsed).toBe(false)
    expect((await listed(tenantId, owner)).find(({ isMe }) => isMe)?.invitation).toBeNull()
  })

  test('whoever it was sent to may decline it: it is gone, who invites is told, and they may be invited again', async () => {
    const { tenantId, owner, ids, brandId } = await club()
    const other = await secondBrand(tenantId)
    const [editor, stranger, colleague] = [await person(), await person(), await person()]
    await addMember(tenantId, colleague, 'editor')
    const { invitation } = await invite(tenantId, owner, { email: editor.email, brandIds: [brandId] })
    expect((await refused(tenants.declineTenantInvitation, { invitation }, stranger)).code).toBe('otherAddress')
    expect(await ask(tenants.declineTenantInvitation, { invitation }, editor)).toEqual({})
    for (const operation of [tenants.declineTenantInvitation, tenants.acceptTenantInvitation])
      expect((await refused(operation, { invitation }, editor)).code).toBe('invitationNotFound')
    expect((await listed(tenantId, owner)).map(({ email }) => email)).not.toContain(editor.email)
    const told = async (of: { tenantId: string; brandId: string }, by: Person) =>
      (await ask(notifications.getNotifications, of, by)).notifications.map(({ kind, name }) => [kind, name])
    expect(await told(ids, owner)).toEqual([['invitationDeclined', editor.email]])
    // Not of a brand that it was not about, and not to who invites nobody.
    expect(await told({ tenantId, brandId: other }, owner)).toEqual([])
    expect(await told(ids, colleague)).toEqual([])
    const again = await invite(tenantId, owner, { email: editor.email })
    await ask(tenants.acceptTenantInvitation, { invitation: again.invitation }, editor)
    const rows = await database().select().from(auditLog).where(eq(auditLog.actorUid, editor.uid))
    expect(rows.map(({ operation }) => operation).sort()).toEqual(['acceptTenantInvitation', 'declineTenantInvitation'])
  })

  test('inviting again renews: the new link works, the old one is dead', async () => {
    const { tenantId, owner } = await club()
    const first = await invite(tenantId, owner)
    const again = { tenantId, email: first.email.toUpperCase(), role: 'moderator' as const, brandIds: null }
    expect(await ask(tenants.inviteTenantMember, again, owner)).toEqual({ memberId: first.memberId })
    const links = (await mailsTo(first.email)).map(({ text }) => linkIn(text))
    expect(new Set(links).size).toBe(2)
    const fan = await person()
    expect(await refused(tenants.acceptTenantInvitation, { invitation: first.invitation }, fan)).toMatchObject({
      status: 404,
      code: 'invitationNotFound',
    })
    const [fresh = ''] = links.filter((link) => link !== first.invitation)
    expect((await ask(tenants.getTenantInvitation, { invitation: fresh }, fan)).role).toBe('moderator')
  })

  test('a link works once, however many open it at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const { tenantId, owner } = await club()
      const one = await person()
      const { invitation } = await invite(tenantId, owner, { email: one.email })
      // Accounts of two providers may carry the same verified address.
      const others = await Promise.all([person(), person(), person()])
      const people = [one, ...others.map(({ uid }) => ({ token: tokenOf(uid, one.email) }))]
      const answers = await together(4, (i) =>
        request(tenants.acceptTenantInvitation, JSON.stringify({ invitation }), people[i]),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404])
    }
  })

  test('one person who accepts two invitations at once is one member', async () => {
    for (let round = 0; round < 5; round++) {
      const { tenantId, owner } = await club()
      const fan = await person()
      const moved = `moved-${fan.email}`
      const invitations = [
        await invite(tenantId, owner, { email: fan.email }),
        await invite(tenantId, owner, { email: moved }),
      ]
      const tokens = [fan, { token: tokenOf(fan.uid, moved) }]
      const answers = await together(2, (i) =>
        request(tenants.acceptTenantInvitation, JSON.stringify({ invitation: invitations[i]?.invitation }), tokens[i]),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    }
  })

  test('who works there already cannot accept, nor be invited again', async () => {
    const { tenantId, owner } = await club()
    const { invitation } = await invite(tenantId, owner)
    expect(await refused(tenants.acceptTenantInvitation, { invitation }, owner)).toMatchObject({
      status: 409,
      code: 'alreadyMember',
    })
    const again = { tenantId, email: owner.email, role: 'editor', brandIds: null }
    expect((await refused(tenants.inviteTenantMember, again, owner)).code).toBe('alreadyMember')
  })

  test('who works there is known by the address of their account now; the old one may be somebody else’s', async () => {
    const { tenantId, owner, ids } = await club()
    const editor = await person()
    await addMember(tenantId, editor, 'editor')
    const moved = `new-${editor.email}`
    const renamed = { displayName: 'Hana', icon: '' }
    await ask(fans.updateMyProfile, renamed, { token: tokenOf(editor.uid, moved) })
    const again = (email: string) => ({ tenantId, email, role: 'editor' as const, brandIds: null })
    expect((await refused(tenants.inviteTenantMember, again(moved.toUpperCase()), owner)).code).toBe('alreadyMember')
    await ask(tenants.inviteTenantMember, again(editor.email), owner)

    // Who joins has an address now, whatever it was when they were a fan.
    const admin = await person()
    await ask(fans.updateMyProfile, renamed, { token: tokenOf(admin.uid, `old-${admin.email}`) })
    const { invitation } = await invite(tenantId, owner, { role: 'admin', email: admin.email })
    await ask(tenants.acceptTenantInvitation, { invitation }, admin)
    const letter = { fromName: '花', from: 'hana@example.test', subject: 'ライブのこと', content: '...' }
    await ask(inquiries.contactCreator, { ...ids, ...letter })
    // The invitation, and what the fan wrote.
    expect((await mailsTo(admin.email)).map(({ to }) => to)).toEqual([admin.email, admin.email])
  })

  test('not at an address that mails come back from: nobody is invited, until its owner takes mails again', async () => {
    const { tenantId, owner } = await club()
    const email = `${newId('person').toLowerCase()}@example.test`
    const invited = { tenantId, email: email.toUpperCase(), role: 'editor' as const, brandIds: null }
    await suppressMails(database(), { address: email, reason: 'bounced', at: now() })
    expect((await refused(tenants.inviteTenantMember, invited, owner)).code).toBe('mailsReturn')
    const { members } = await ask(tenants.getTenantMembers, { tenantId }, owner)
    expect(members.map(({ status }) => status)).toEqual(['active'])
    await liftSuppression(database(), email)
    await ask(tenants.inviteTenantMember, invited, owner)
    expect(await mailsTo(email)).toHaveLength(1)
  })

  test('who has the link but not the address is no member, until whoever invited confirms that address', async () => {
    const { tenantId, owner } = await club()
    const [invited, other] = [await person(), await person()]
    const { invitation } = await invite(tenantId, owner, { role: 'admin', email: invited.email.toUpperCase() })
    const unverified = { token: tokenOf(invited.uid, invited.email, { email_verified: false }) }
    for (const who of [other, unverified]) {
      expect(await ask(tenants.getTenantInvitation, { invitation }, who)).toMatchObject({ isForYou: false })
      expect(await refused(tenants.acceptTenantInvitation, { invitation }, who)).toMatchObject({
        status: 409,
        code: 'otherAddress',
      })
    }
    expect(await ask(tenants.getTenantInvitation, { invitation }, invited)).toMatchObject({ isForYou: true })
    const confirmed = await invite(tenantId, owner, { role: 'admin', email: other.email })
    await ask(tenants.acceptTenantInvitation, { invitation: confirmed.invitation }, other)
    await ask(tenants.acceptTenantInvitation, { invitation }, invited)
  })

  test('a withdrawn invitation is dead', async () => {
    const { tenantId, owner } = await club()
    const { invitation, memberId } = await invite(tenantId, owner)
    await ask(tenants.removeTenantMember, { tenantId, memberId }, owner)
    expect((await refused(tenants.acceptTenantInvitation, { invitation }, await person())).status).toBe(404)
  })

  test('the secret stands in the letter alone', async () => {
    const { tenantId, owner } = await club()
    const { invitation } = await invite(tenantId, owner)
    const stored = await database().select().from(tenantMembers).where(eq(tenantMembers.tenantId, tenantId))
    expect(JSON.stringify(stored)).not.toContain(invitation)
    const answer = await request(tenants.getTenantMembers, JSON.stringify({ tenantId }), owner)
    expect(answer.body).not.toContain(invitation)
    expect(answer.body).not.toMatch(/[0-9a-f]{64}/)
  })
})

describe('roles', () => {
  test('a change of role or a removal counts from the very next call', async () => {
    const { tenantId, owner, ids } = await club()
    const editor = await person()
    const memberId = await addMember(tenantId, editor, 'editor')
    const terms = { name: 'A', price: 500, subscriptionInterval: 'month' as const, description: '', thumbnail: '' }
    await ask(plans.createDraftPlan, { ...ids, ...terms }, editor)
    await ask(tenants.updateTenantMember, { tenantId, memberId, role: 'shipper', brandIds: null }, owner)
    expect((await refused(plans.createDraftPlan, { ...ids, ...terms }, editor)).status).toBe(403)
    await ask(plans.getPlans, ids, editor)
    await ask(tenants.removeTenantMember, { tenantId, memberId }, owner)
    expect((await refused(plans.getPlans, ids, editor)).status).toBe(404)
    expect(await myTenants(editor)).toEqual([])
    expect((await listed(tenantId, owner)).map((member) => member.memberId)).not.toContain(memberId)
  })

  test('an admin manages everybody but owners', async () => {
    const { tenantId, owner } = await club()
    const admin = await person()
    await addMember(tenantId, admin, 'admin')
    const memberId = await addMember(tenantId, await person(), 'editor')
    const [boss] = (await listed(tenantId, admin)).filter((member) => member.role === 'owner')
    expect(boss).toMatchObject({ canChange: false, canRemove: false })
    const ownerId = boss?.memberId ?? ''
    const forbidden = [
      [tenants.updateTenantMember, { tenantId, memberId: ownerId, role: 'editor', brandIds: null }],
      [tenants.removeTenantMember, { tenantId, memberId: ownerId }],
      [tenants.updateTenantMember, { tenantId, memberId, role: 'owner', brandIds: null }],
      [tenants.inviteTenantMember, { tenantId, email: address(), role: 'owner', brandIds: null }],
    ] as const
    for (const [operation, payload] of forbidden) {
      expect(await refused(operation, payload, admin)).toMatchObject({ status: 403, code: 'roleNotAllowed' })
    }
    await ask(tenants.updateTenantMember, { tenantId, memberId, role: 'moderator', brandIds: null }, admin)
    await ask(tenants.removeTenantMember, { tenantId, memberId }, admin)
    const club_ = await ask(clubPage.getTenant, { tenantId }, admin)
    expect(club_).toMatchObject({ canRename: false, canInvite: true })
    expect(club_.invitableRoles).toEqual(roles.filter((role) => role !== 'owner'))
    expect((await ask(clubPage.getTenant, { tenantId }, owner)).invitableRoles).toEqual([...roles])
  })

  test('an admin cannot take over the invitation of an owner', async () => {
    const { tenantId, owner } = await club()
    const admin = await person()
    await addMember(tenantId, admin, 'admin')
    const { email, invitation } = await invite(tenantId, owner, { role: 'owner' })
    const renewal = { tenantId, email, role: 'editor', brandIds: null }
    expect((await refused(tenants.inviteTenantMember, renewal, admin)).code).toBe('roleNotAllowed')
    expect((await ask(tenants.getTenantInvitation, { invitation }, admin)).role).toBe('owner')
  })

  test('an owner runs every brand, whatever the invitation said', async () => {
    const { tenantId, brandId, owner } = await club()
    await secondBrand(tenantId)
    const second = await person()
    const { invitation } = await invite(tenantId, owner, { email: second.email, role: 'owner', brandIds: [brandId] })
    await ask(tenants.acceptTenantInvitation, { invitation }, second)
    expect((await ask(clubPage.getTenant, { tenantId }, second)).brands).toHaveLength(2)
  })
})

describe('a member of one brand', () => {
  test('sees that brand and no other', async () => {
    const { tenantId, brandId, ids } = await club()
    const other = await secondBrand(tenantId)
    const limited = await person()
    await addMember(tenantId, limited, 'editor', [brandId])
    expect(await myTenants(limited)).toMatchObject([{ firestoreId: tenantId, brands: [{ firestoreId: brandId }] }])
    expect((await myTenants(limited))[0]?.brands).toHaveLength(1)
    expect((await ask(clubPage.getTenant, { tenantId }, limited)).brands.map((brand) => brand.brandId)).toEqual([
      brandId,
    ])
    await ask(brandContract.getBrandProfile, ids, limited)
    expect((await refused(brandContract.getBrandProfile, { tenantId, brandId: other }, limited)).status).toBe(404)
  })

  test('as an admin gives nobody more than that, not even themselves', async () => {
    const { tenantId, brandId } = await club()
    const other = await secondBrand(tenantId)
    const limited = await person()
    const me = await addMember(tenantId, limited, 'admin', [brandId])
    const colleague = await addMember(tenantId, await person(), 'editor', [other])
    const forbidden = [
      [tenants.updateTenantMember, { tenantId, memberId: me, role: 'admin', brandIds: null }],
      [tenants.updateTenantMember, { tenantId, memberId: me, role: 'admin', brandIds: [brandId, other] }],
      [tenants.updateTenantMember, { tenantId, memberId: colleague, role: 'shipper', brandIds: [brandId] }],
      [tenants.removeTenantMember, { tenantId, memberId: colleague }],
      [tenants.inviteTenantMember, { tenantId, email: address(), role: 'admin', brandIds: null }],
      [tenants.inviteTenantMember, { tenantId, email: address(), role: 'editor', brandIds: [other] }],
    ] as const
    for (const [operation, payload] of forbidden) {
      expect(await refused(operation, payload, limited)).toMatchObject({ status: 403, code: 'roleNotAllowed' })
    }
    const invitation = { tenantId, email: address(), role: 'editor' as const, brandIds: [brandId] }
    await ask(tenants.inviteTenantMember, invitation, limited)
  })

  test('cannot be limited to a brand of another club', async () => {
    const [ours, theirs] = [await club(), await club()]
    const payload = { tenantId: ours.tenantId, email: address(), role: 'editor', brandIds: [theirs.brandId] }
    expect(await refused(tenants.inviteTenantMember, payload, ours.owner)).toMatchObject({
      status: 404,
      code: 'brandNotFound',
    })
  })
})

describe('the last owner', () => {
  const ownersOf = (tenantId: string) =>
    database()
      .select()
      .from(tenantMembers)
      .where(
        and(eq(tenantMembers.tenantId, tenantId), eq(tenantMembers.role, 'owner'), eq(tenantMembers.status, 'active')),
      )

  test('can neither leave nor be demoted, until there is a second one', async () => {
    const { tenantId, owner } = await club()
    const [me] = await ownersOf(tenantId)
    const memberId = me?.memberId ?? ''
    expect((await refused(tenants.removeTenantMember, { tenantId, memberId }, owner)).code).toBe('lastOwner')
    const demotion = { tenantId, memberId, role: 'admin' as const, brandIds: null }
    expect((await refused(tenants.updateTenantMember, demotion, owner)).code).toBe('lastOwner')
    // Somebody who is only invited cannot run the club yet.
    await invite(tenantId, owner, { role: 'owner' })
    expect((await refused(tenants.removeTenantMember, { tenantId, memberId }, owner)).code).toBe('lastOwner')
    await addMember(tenantId, await person(), 'owner')
    await ask(tenants.removeTenantMember, { tenantId, memberId }, owner)
    expect(await ownersOf(tenantId)).toHaveLength(1)
  })

  /** Two owners who throw each other out in the same moment; how many are left. */
  const duel = async () => {
    const { tenantId, owner } = await club()
    const rival = await person()
    const rivalId = await addMember(tenantId, rival, 'owner')
    const ownerId = (await ownersOf(tenantId)).find(({ uid }) => uid === owner.uid)?.memberId
    const answers = await Promise.all([
      request(tenants.removeTenantMember, JSON.stringify({ tenantId, memberId: rivalId }), owner),
      request(tenants.removeTenantMember, JSON.stringify({ tenantId, memberId: ownerId }), rival),
    ])
    for (const { status } of answers) expect(status).toBeLessThan(500)
    return (await ownersOf(tenantId)).length
  }

  test('stays when two owners remove each other at once', async () => {
    for (let round = 0; round < 20; round++) expect(await duel()).toBe(1)
  })

  test('control: without its lock the club is left without an owner', async () => {
    const left: number[] = []
    await withoutPrecautions(rowLocks, async () => {
      for (let round = 0; round < 20; round++) left.push(await duel())
    })
    expect(Math.min(...left)).toBe(0)
  })
})

test('only the owner renames the club, and everybody sees the new name', async () => {
  const { tenantId, owner } = await club()
  const admin = await person()
  await addMember(tenantId, admin, 'admin')
  expect((await refused(tenants.updateTenant, { tenantId, name: 'X' }, admin)).status).toBe(403)
  expect((await refused(tenants.updateTenant, { tenantId, name: '   ' }, owner)).status).toBe(400)
  await ask(tenants.updateTenant, { tenantId, name: '星クラブ' }, owner)
  expect((await myTenants(admin))[0]?.name).toBe('星クラブ')
})
