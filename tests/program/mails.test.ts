import { expect, test } from 'vitest'
import { applications } from '#club/applications/contract.ts'
import { tenants } from '#club/tenants/contract.ts'
import { operations } from '#program/operations.ts'
import { pool } from '#server/db.ts'
import { ask, operator, request } from '../support/club'
import { mailsTo } from '../support/mail'
import { completeForm, scene } from '../support/scene'

/** Mails that wait in the queue, whatever asked for them. */
const waiting = async () => {
  const { rows } = await pool().query<{ count: number }>(
    `select count(*)::int as count from pgboss.job where name in ('sendMail', 'sendBulkMail')`,
  )
  return rows[0]?.count ?? 0
}

test('every write that sends mail has a limit', async () => {
  const decider = await operator()
  const writes = [...operations.values()].filter(({ operation }) => operation.effect !== 'read')
  const senders: string[] = []
  for (const { operation } of writes) {
    const { examples, owner, applicant } = await scene()
    const by = operation.caller === 'operator' ? decider : operation.caller === 'fan' ? applicant : owner
    const before = await waiting()
    // What is said to everybody, where a write can choose.
    const payload = {
      ...examples[operation.name],
      ...('visibility' in (examples[operation.name] ?? {}) && { visibility: 'public' }),
    }
    await request(operation, JSON.stringify(payload), by)
    if ((await waiting()) > before) {
      senders.push(operation.name)
      expect(operation.limit, operation.name).toBeDefined()
    }
  }
  expect(senders).toContain('inviteTenantMember')
  expect(senders).toContain('messageApplicant')
  expect(senders.length).toBeGreaterThan(5)
})

/** An invitation names the club and who invites (rule: access.invitations): nothing that a mail program would make a link of, and cut. */
test('an address that nobody has proven gets no text that the sender chose but the names in an invitation, cut and never as a link', async () => {
  const canary = 'Buy-cheap-canary-7f3e'
  const { tenantId, owner, applicant, examples } = await scene()
  const decider = await operator()
  const stranger = `${tenantId.replaceAll('_', '-')}@example.test`
  const invited = async (name: string) => {
    await ask(tenants.updateTenant, { tenantId, name }, owner)
    await ask(tenants.inviteTenantMember, { tenantId, email: stranger, role: 'editor', brandIds: null }, owner)
    const mail = (await mailsTo(stranger)).at(-1)
    return `${mail?.subject}${mail?.text}`
  }
  for (const link of [`${canary}.example`, `https://${canary}`, `a@${canary}`, `${canary}．example`])
    expect(await invited(link)).not.toContain(canary)
  const long = `Aoi ${'x'.repeat(24)} ${canary}`
  expect(await invited(long)).toContain('Aoi xxx')
  const form = {
    ...completeForm(tenantId.replace('tenant_', '')),
    tenantName: canary,
    brandName: canary,
    description: canary,
  }
  const { applicationId } = await ask(applications.saveTenantApplicationDraft, { form }, applicant)
  await ask(applications.submitTenantApplication, { applicationId, form, agreedTermsVersion: '2026-11' }, applicant)
  await ask(applications.messageApplicant, { applicationId, body: canary, visibility: 'public' }, decider)
  await ask(applications.requestApplicationChanges, { applicationId, message: canary }, decider)
  expect(Object.keys(examples).length).toBeGreaterThan(0)
  const mails = [...(await mailsTo(stranger)), ...(await mailsTo(applicant.email))]
  expect(mails.length).toBeGreaterThanOrEqual(4)
  for (const { subject, text } of mails) expect(subject + text).not.toContain(canary)
})
