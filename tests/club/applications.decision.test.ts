import { eq, inArray } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { applications } from '#club/applications/contract.ts'
import { slugReservations, tenantApplications } from '#club/applications/tables.server.ts'
import { tenants } from '#club/tenants/tables.server.ts'
import { database, pool } from '#server/db.ts'
import { approval, draft, mine, newSlug, rejection, submit } from '../support/application'
import { ask, club, newId, operator, type Person, person, refused, request } from '../support/club'
import { mailsTo } from '../support/mail'
import { rowLocks, together, withoutPrecautions } from '../support/naive'
import { completeForm } from '../support/scene'
import { fingerprint } from '../support/state'

describe('the decision', () => {
  test('falls once: a second approval or rejection says so and opens nothing', async () => {
    const [newcomer, decider] = [await person(), await operator()]
    const { applicationId, form } = await submit(newcomer)
    const payload = approval(applicationId, form.slugChoices)
    expect((await ask(applications.approvePendingTenant, payload, decider)).ok).toBe(true)
    const before = await fingerprint()
    for (const again of [
      await ask(applications.approvePendingTenant, payload, decider),
      await ask(applications.rejectPendingTenant, rejection(applicationId), decider),
    ]) {
      expect(again).toMatchObject({ ok: false, code: 'notPending' })
    }
    expect(await fingerprint()).toEqual(before)
  })

  const decideTwice = async (decider: Person) => {
    const form = completeForm(newSlug())
    const { applicationId } = await submit(await person(), form)
    const decided = await Promise.all([
      ask(applications.approvePendingTenant, approval(applicationId, form.slugChoices), decider),
      ask(applications.rejectPendingTenant, rejection(applicationId), decider),
    ])
    const opened = await database().select().from(tenants).where(eq(tenants.name, 'Hidamari Club'))
    const [row] = await database()
      .select()
      .from(tenantApplications)
      .where(eq(tenantApplications.applicationId, applicationId))
    return { winners: decided.filter(({ ok }) => ok).length, row, clubs: opened.length, approved: decided[0].ok }
  }

  test('approve and reject at once have one winner', async () => {
    const decider = await operator()
    let clubs = (await database().select().from(tenants).where(eq(tenants.name, 'Hidamari Club'))).length
    for (let round = 0; round < 20; round++) {
      const result = await decideTwice(decider)
      expect(result.winners).toBe(1)
      expect(result.row?.status).toBe(result.approved ? 'approved' : 'rejected')
      expect(result.clubs).toBe(clubs + (result.approved ? 1 : 0))
      clubs = result.clubs
    }
  })

  test('control: without its lock and without the state in the save both win', async () => {
    const decider = await operator()
    const winners: number[] = []
    const unguarded: [RegExp, string] = [/"tenant_applications"."status" = (\$\d+)/g, '$1::text is not null']
    await withoutPrecautions([...rowLocks, unguarded], async () => {
      for (let round = 0; round < 20; round++) winners.push((await decideTwice(decider)).winners)
    })
    expect(Math.max(...winners)).toBe(2)
  })

  test('two approvals that want one name: one brand has it', async () => {
    const decider = await operator()
    const { slug: taken } = await club()
    for (let round = 0; round < 10; round++) {
      const wanted = newSlug()
      const waiting = [await submit(await person()), await submit(await person())]
      const decided = await together(2, (i) =>
        ask(
          applications.approvePendingTenant,
          approval(waiting[i]?.applicationId ?? '', i ? [wanted, taken] : [taken, wanted]),
          decider,
        ),
      )
      expect(decided.filter(({ ok }) => ok)).toHaveLength(1)
      expect(decided.find(({ ok }) => !ok)).toMatchObject({ code: 'slugTaken' })
    }
  })

  test("two approvals that want each other's names never end in a failure of ours", async () => {
    const decider = await operator()
    for (let round = 0; round < 10; round++) {
      const [a, b] = [await submit(await person()), await submit(await person())]
      const decided = await Promise.all([
        ask(applications.approvePendingTenant, approval(a.applicationId, b.form.slugChoices), decider),
        ask(applications.approvePendingTenant, approval(b.applicationId, a.form.slugChoices), decider),
      ])
      for (const each of decided) if (!each.ok) expect(each.code).toBe('slugTaken')
    }
  })

  test('an approval that fails on its way leaves nothing of itself', async () => {
    const [newcomer, decider] = [await person(), await operator()]
    const { applicationId, form } = await submit(newcomer)
    // The tenant and the brand are written by then, the owner not yet.
    const before = await fingerprint()
    await withoutPrecautions(
      [[/insert into "tenant_members"/g, 'insert into "tenant_members_of_another_world"']],
      async () => {
        const answer = await request(
          applications.approvePendingTenant,
          JSON.stringify(approval(applicationId, form.slugChoices)),
          decider,
        )
        expect(answer.status).toBe(500)
        expect(answer.body).not.toContain('another_world')
      },
    )
    expect(await fingerprint()).toEqual(before)
    expect((await mine(newcomer, applicationId))?.status).toBe('submitted')
    expect(
      await database()
        .select()
        .from(slugReservations)
        .where(inArray(slugReservations.slug, [...form.slugChoices])),
    ).toHaveLength(2)
    expect((await ask(applications.approvePendingTenant, approval(applicationId, form.slugChoices), decider)).ok).toBe(
      true,
    )
  })

  test('a draft that nobody has submitted cannot be approved, nor can one that does not exist', async () => {
    const decider = await operator()
    const { applicationId, form } = await draft(await person())
    for (const id of [applicationId, newId('application')]) {
      const decided = await ask(applications.approvePendingTenant, approval(id, form.slugChoices), decider)
      expect(decided).toMatchObject({ ok: false, code: 'applicationNotFound' })
      expect((await refused(applications.getPendingTenant, { applicationId: id }, decider)).status).toBe(404)
    }
  })
})

describe('what each side sees', () => {
  test('only the operator decides', async () => {
    const newcomer = await person()
    const { applicationId, form } = await submit(newcomer)
    const before = await fingerprint()
    const calls = [
      [applications.getPendingTenants, {}],
      [applications.getPendingTenant, { applicationId }],
      [applications.startApplicationReview, { applicationId }],
      [applications.requestApplicationChanges, { applicationId, message: 'x' }],
      [applications.messageApplicant, { applicationId, body: 'x', visibility: 'internal' }],
      [applications.approvePendingTenant, approval(applicationId, form.slugChoices)],
      [applications.rejectPendingTenant, rejection(applicationId)],
    ] as const
    for (const [operation, payload] of calls) {
      expect(await refused(operation, payload, newcomer)).toMatchObject({ status: 403, code: 'forbidden' })
    }
    expect(await fingerprint()).toEqual(before)
  })

  test('an address that nobody has proven to own is no operator', async () => {
    const { tokenOf } = await import('../support/club')
    const decider = await operator()
    const unproven = { token: tokenOf(decider.uid, decider.email, { email_verified: false }) }
    expect((await refused(applications.getPendingTenants, {}, unproven)).status).toBe(403)
  })

  test('internal notes never reach the applicant, by answer or by mail', async () => {
    const canary = 'canary-7f3a'
    const [newcomer, decider] = [await person(), await operator()]
    const { applicationId, form } = await submit(newcomer)
    await ask(
      applications.messageApplicant,
      { applicationId, body: `internal ${canary}`, visibility: 'internal' },
      decider,
    )
    await ask(applications.messageApplicant, { applicationId, body: 'Hello.', visibility: 'public' }, decider)
    const own = [
      request(applications.getMyTenantApplications, '{}', newcomer),
      request(applications.saveTenantApplicationDraft, JSON.stringify({ applicationId, form }), newcomer),
      request(applications.replyToApplication, JSON.stringify({ applicationId, body: 'Thanks.' }), newcomer),
      request(applications.checkBrandSlug, JSON.stringify({ slug: form.slugChoices[0], applicationId }), newcomer),
      request(applications.withdrawTenantApplication, JSON.stringify({ applicationId }), newcomer),
    ]
    for (const answer of await Promise.all(own)) expect(answer.body).not.toContain(canary)
    for (const { subject, text } of await mailsTo(newcomer.email)) expect(subject + text).not.toContain(canary)
    expect((await request(applications.getMyTenantApplications, '{}', newcomer)).body).toContain('Hello.')
    const seen = await request(applications.getPendingTenant, JSON.stringify({ applicationId }), decider)
    expect(seen.body).toContain(canary)
  })

  test('the operator is told of other applications by the same person', async () => {
    const decider = await operator()
    const phone = `09${String(Date.parse('2026-01-01')).slice(-9)}`
    const first = await submit(await person(), { ...completeForm(newSlug()), phone, legalName: '田中 一' })
    const second = await submit(await person(), { ...completeForm(newSlug()), phone, legalName: '田中 二' })
    const { duplicates } = await ask(applications.getPendingTenant, { applicationId: second.applicationId }, decider)
    const found = duplicates.find(({ applicationId }) => applicationId === first.applicationId)
    expect(found?.same).toContain('phone')
    expect(found?.same).not.toContain('legalName')
  })
})

test('one application per name is a rule of the table itself', async () => {
  const { form, applicationId } = await submit(await person())
  await expect(
    pool().query('insert into slug_reservations (slug, application_id) values ($1, $2)', [
      form.slugChoices[0],
      applicationId,
    ]),
  ).rejects.toMatchObject({ code: '23505' })
})
