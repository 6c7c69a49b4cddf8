import { describe, expect, test } from 'vitest'
import { termsVersion } from '#club/applications/application.ts'
import { applications } from '#club/applications/contract.ts'
import { brands } from '#club/brands/contract.ts'
import { identity } from '#club/identity/contract.ts'
import { day } from '#kit/time.ts'
import { now } from '#server/clock.ts'
import { moveClock } from '#server/queue.ts'
import { approval, draft, mine, newSlug, rejection, slugStatus, submit } from '../support/application'
import { ask, club, operator, type Person, person, refused, request, tokenOf } from '../support/club'
import { lastMailTo, mailsTo } from '../support/mail'
import { advisoryLocks, together, withoutPrecautions } from '../support/naive'
import { completeForm } from '../support/scene'

const english = { 'accept-language': 'en' }

describe("a newcomer's application", () => {
  test('from an empty form to an open club, with every letter on the way', async () => {
    const [newcomer, decider] = [await person(), await operator()]
    const form = completeForm(newSlug())
    const { applicationId, updatedAt } = await draft(newcomer, { ...form, description: '' })

    const saved = await ask(
      applications.saveTenantApplicationDraft,
      { applicationId, form, expectedUpdatedAt: updatedAt },
      newcomer,
    )
    expect(saved.updatedAt).toBeGreaterThan(updatedAt)
    await ask(applications.submitTenantApplication, { applicationId, form, agreedTermsVersion: termsVersion }, newcomer)
    expect((await lastMailTo(newcomer.email)).subject).toBe('ファンクラブの開設申請を受け付けました')
    expect(await slugStatus(form.slugChoices[0], decider)).toBe('taken')

    await ask(applications.startApplicationReview, { applicationId }, decider)
    expect((await mine(newcomer, applicationId))?.status).toBe('inReview')
    await ask(applications.requestApplicationChanges, { applicationId, message: 'リンクを足してください。' }, decider)
    const asked = await lastMailTo(newcomer.email)
    expect(asked.text).toContain('/tenants/start')
    expect(asked.text).not.toContain('リンクを足してください。')

    await ask(applications.replyToApplication, { applicationId, body: '足しました。' }, newcomer)
    const better = { ...form, snsUrls: ['https://example.com/aoi'] }
    await ask(
      applications.submitTenantApplication,
      { applicationId, form: better, agreedTermsVersion: termsVersion },
      newcomer,
    )
    expect(await mine(newcomer, applicationId)).toMatchObject({
      status: 'submitted',
      form: better,
      expiresAt: null,
      thread: [
        { author: 'operator', body: 'リンクを足してください。' },
        { author: 'applicant', body: '足しました。' },
      ],
    })

    const owners = 'owner-to-be@example.test'
    const decided = await ask(
      applications.approvePendingTenant,
      approval(applicationId, form.slugChoices, { email: owners }),
      decider,
    )
    if (!decided.ok) throw new Error(decided.message)
    expect((await lastMailTo(owners)).text).toContain(`/tenants/${decided.tenantId}`)
    const ids = { tenantId: decided.tenantId ?? '', brandId: decided.brandId ?? '' }
    expect(await ask(brands.getBrandProfile, ids, newcomer)).toMatchObject({
      name: 'ひだまり',
      brandSlug: form.slugChoices[0],
      links: ['https://example.com/aoi'],
    })
    expect((await ask(identity['me.get'], {}, newcomer)).me.tenants).toMatchObject([
      { firestoreId: ids.tenantId, name: 'Hidamari Club', brands: [{ firestoreId: ids.brandId }] },
    ])
    expect(await mine(newcomer, applicationId)).toMatchObject({ status: 'approved', ...ids })
    // The second choice is free again, the first has become the brand's.
    expect(await slugStatus(form.slugChoices[1], decider)).toBe('available')
    expect(await slugStatus(form.slugChoices[0], decider)).toBe('taken')
  })

  test('who reads English gets English letters', async () => {
    const [newcomer, decider] = [await person(), await operator()]
    const form = completeForm(newSlug())
    const { applicationId } = await ask(applications.saveTenantApplicationDraft, { form }, newcomer, english)
    await ask(
      applications.submitTenantApplication,
      { applicationId, form, agreedTermsVersion: termsVersion },
      newcomer,
      english,
    )
    await ask(applications.rejectPendingTenant, rejection(applicationId), decider)
    const mails = await mailsTo(newcomer.email)
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      'About your application for a fan club',
      'We received your application for a fan club',
    ])
    for (const { text } of mails) {
      expect(text).toContain('/en/tenants/start')
      expect(text).not.toMatch(/[ぁ-んァ-ヶ一-龠]/)
    }
  })

  test('who signs in without an address applies like anybody else, and reads everything on the page', async () => {
    const [{ uid }, decider] = [await person(), await operator()]
    const newcomer = { uid, email: '', token: tokenOf(uid, '') }
    const { applicationId, form } = await submit(newcomer)
    await ask(applications.messageApplicant, { applicationId, body: 'こんにちは。', visibility: 'public' }, decider)
    await ask(applications.requestApplicationChanges, { applicationId, message: '説明を足してください。' }, decider)
    expect((await mine(newcomer, applicationId))?.thread.map(({ body }) => body)).toEqual([
      'こんにちは。',
      '説明を足してください。',
    ])
    await ask(applications.submitTenantApplication, { applicationId, form, agreedTermsVersion: termsVersion }, newcomer)
    await ask(applications.rejectPendingTenant, rejection(applicationId), decider)
    expect(await mine(newcomer, applicationId)).toMatchObject({ status: 'rejected' })
  })

  test('a draft in two tabs: the older one cannot overwrite the newer', async () => {
    const newcomer = await person()
    const { applicationId, form, updatedAt } = await draft(newcomer)
    const save = (brandName: string) => ({
      applicationId,
      form: { ...form, brandName },
      expectedUpdatedAt: updatedAt,
    })
    await ask(applications.saveTenantApplicationDraft, save('first'), newcomer)
    expect(await refused(applications.saveTenantApplicationDraft, save('second'), newcomer)).toMatchObject({
      status: 409,
      code: 'conflict',
    })
    expect((await mine(newcomer, applicationId))?.form.brandName).toBe('first')
  })

  test('who was rejected reads why, and may apply again with the same names', async () => {
    const [newcomer, decider] = [await person(), await operator()]
    const { applicationId, form } = await submit(newcomer)
    await ask(applications.rejectPendingTenant, rejection(applicationId), decider)
    expect(await mine(newcomer, applicationId)).toMatchObject({
      status: 'rejected',
      decision: { reasonCode: 'other', message: 'Not now.' },
    })
    await submit(newcomer, form)
  })

  test('an application that waits or is decided cannot be edited', async () => {
    const [newcomer, decider] = [await person(), await operator()]
    const { applicationId, form } = await submit(newcomer)
    const edit = { applicationId, form }
    expect((await refused(applications.saveTenantApplicationDraft, edit, newcomer)).code).toBe('notEditable')
    await ask(applications.rejectPendingTenant, rejection(applicationId), decider)
    expect((await refused(applications.saveTenantApplicationDraft, edit, newcomer)).code).toBe('notEditable')
    expect((await refused(applications.withdrawTenantApplication, { applicationId }, newcomer)).code).toBe('notPending')
  })

  test('terms that have changed since are agreed to anew', async () => {
    const newcomer = await person()
    const { applicationId, form } = await draft(newcomer)
    expect(
      (
        await refused(
          applications.submitTenantApplication,
          { applicationId, form, agreedTermsVersion: '2020-01' },
          newcomer,
        )
      ).code,
    ).toBe('termsChanged')
  })
})

describe('the names of brands', () => {
  const refuseSlugs = async (slugChoices: [string, string]) => {
    const newcomer = await person()
    const { applicationId, form } = await draft(newcomer)
    return refused(
      applications.submitTenantApplication,
      { applicationId, form: { ...form, slugChoices }, agreedTermsVersion: termsVersion },
      newcomer,
    )
  }

  test.each([
    ['two equal ones', ['hidamari', 'hidamari'], 400, 'form.slugChoices.1', 'sameSlug'],
    ['two characters', ['ab', 'hidamari'], 400, 'form.slugChoices.0', 'invalid'],
    ['31 characters', ['hidamari', 'a'.repeat(31)], 400, 'form.slugChoices.1', 'invalid'],
    ['upper case', ['Hidamari', 'hidamari'], 400, 'form.slugChoices.0', 'invalid'],
    ['a letter that only looks Latin', ['hidаmari', 'hidamari'], 400, 'form.slugChoices.0', 'invalid'],
    ['a reserved word', ['hidamari', 'checkout'], 409, 'form.slugChoices.1', 'slugReserved'],
  ] as const)('%s are refused', async (_, choices, status, field, rule) => {
    const failure = await refuseSlugs([...choices])
    expect(failure.status).toBe(status)
    expect(failure.fields).toContainEqual(expect.objectContaining({ field, rule }))
  })

  test('a name that a brand has is taken', async () => {
    const { slug } = await club()
    expect(await refuseSlugs([newSlug(), slug])).toMatchObject({
      status: 409,
      code: 'slugTaken',
      fields: [{ field: 'form.slugChoices.1', rule: 'slugTaken' }],
    })
  })

  test('a name that another application holds is taken until that one is withdrawn', async () => {
    const [first, second] = [await person(), await person()]
    const { applicationId, form } = await submit(first)
    expect((await refuseSlugs(form.slugChoices)).code).toBe('slugTaken')
    await ask(applications.withdrawTenantApplication, { applicationId }, first)
    await submit(second, form)
  })

  test('the live check tells all of it', async () => {
    const newcomer = await person()
    const { slug } = await club()
    const { applicationId, form } = await submit(newcomer)
    const [held] = form.slugChoices
    expect(await slugStatus(newSlug(), newcomer)).toBe('available')
    expect(await slugStatus('ab', newcomer)).toBe('invalid')
    expect(await slugStatus('Abc', newcomer)).toBe('invalid')
    expect(await slugStatus('operator', newcomer)).toBe('reserved')
    expect(await slugStatus(slug, newcomer)).toBe('taken')
    expect(await slugStatus(held, newcomer)).toBe('taken')
    expect((await ask(applications.checkBrandSlug, { slug: held, applicationId }, newcomer)).status).toBe('available')
  })

  test('two applications that want the same names at once: one has them', async () => {
    for (let round = 0; round < 10; round++) {
      const form = completeForm(newSlug())
      const swapped = { ...form, slugChoices: [form.slugChoices[1], form.slugChoices[0]] as [string, string] }
      const people = [await person(), await person()]
      const drafts = await Promise.all(people.map((each, i) => draft(each, i ? swapped : form)))
      const statuses = await together(2, async (i) => {
        const { applicationId, form: wanted } = drafts[i] as (typeof drafts)[number]
        const payload = { applicationId, form: wanted, agreedTermsVersion: termsVersion }
        return (await request(applications.submitTenantApplication, JSON.stringify(payload), people[i])).status
      })
      expect(statuses.sort()).toEqual([200, 409])
    }
  })
})

describe('time', () => {
  test('requested changes lapse after 30 days, and the names are free', async () => {
    const [first, second, decider] = [await person(), await person(), await operator()]
    const { applicationId, form } = await submit(first)
    await ask(applications.requestApplicationChanges, { applicationId, message: 'Please.' }, decider)
    await moveClock(now() + 30 * day - 60_000)
    expect((await mine(first, applicationId))?.status).toBe('changesRequested')
    expect(await slugStatus(form.slugChoices[0], second)).toBe('taken')

    await moveClock(now() + 60_000)
    expect((await mine(first, applicationId))?.status).toBe('expired')
    expect(await slugStatus(form.slugChoices[0], second)).toBe('available')
    const late = { applicationId, form, agreedTermsVersion: termsVersion }
    expect((await refused(applications.submitTenantApplication, late, first)).code).toBe('notEditable')
    const { items, counts } = await ask(applications.getPendingTenants, { status: 'expired' }, decider)
    expect(items.map((item) => item.applicationId)).toContain(applicationId)
    expect(counts.expired).toBe(items.length)
    await submit(second, form)
  })
})

describe('three open applications', () => {
  const drafts = async (by: Person) => {
    const form = completeForm(newSlug())
    const answers = await together(10, () =>
      request(applications.saveTenantApplicationDraft, JSON.stringify({ form }), by),
    )
    for (const { status } of answers) expect([200, 409]).toContain(status)
    return answers.filter(({ status }) => status === 200).length
  }

  test('are the most that one person may have, however fast they ask', async () => {
    for (let round = 0; round < 5; round++) expect(await drafts(await person())).toBe(3)
  })

  test('control: without its lock the limit is exceeded', async () => {
    const counts: number[] = []
    await withoutPrecautions(advisoryLocks, async () => {
      for (let round = 0; round < 5; round++) counts.push(await drafts(await person()))
    })
    expect(Math.max(...counts)).toBeGreaterThan(3)
  })

  test('withdrawing one makes room', async () => {
    const newcomer = await person()
    await drafts(newcomer)
    const [one] = (await ask(applications.getMyTenantApplications, {}, newcomer)).applications
    await ask(applications.withdrawTenantApplication, { applicationId: one?.applicationId ?? '' }, newcomer)
    await draft(newcomer)
  })
})

test('what another tab has changed since is not submitted', async () => {
  const newcomer = await person()
  const form = completeForm(newSlug())
  const { applicationId, updatedAt } = await ask(applications.saveTenantApplicationDraft, { form }, newcomer)
  await ask(
    applications.saveTenantApplicationDraft,
    { applicationId, form: { ...form, brandName: '別の名前' } },
    newcomer,
  )
  const late = { applicationId, form, agreedTermsVersion: termsVersion, expectedUpdatedAt: updatedAt }
  expect(await refused(applications.submitTenantApplication, late, newcomer)).toMatchObject({ code: 'conflict' })
})
