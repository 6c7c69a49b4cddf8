import { describe, expect, test } from 'vitest'
import { applications } from '#club/applications/contract.ts'
import { day } from '#kit/time.ts'
import { bankAccounts } from '#money/payouts/bankAccounts/contract.ts'
import { payoutDesk } from '#money/payouts/revenue/contract.ts'
import { lastClosable } from '#money/payouts/revenue/statement.ts'
import { now } from '#server/clock.ts'
import { pool } from '#server/db.ts'
import { approval, newSlug, submit } from '../support/application'
import { ask, operator, type Person, person, refused } from '../support/club'
import { addAccount, setIdentity, sold } from '../support/money'
import { completeForm } from '../support/scene'

type Form = ReturnType<typeof completeForm>
/** A club as its application made it. */
const applied = async (form: Partial<Form>) => {
  const [owner, desk] = [await person(), await operator()]
  const slug = newSlug()
  const { applicationId } = await submit(owner, { ...completeForm(slug), ...form })
  await ask(applications.approvePendingTenant, approval(applicationId, [`${slug}-a`, `${slug}-b`]), desk)
  const { rows } = await pool().query(
    `select b.tenant_id, b.brand_id from brands b join tenant_applications a on a.tenant_id = b.tenant_id where a.application_id = $1`,
    [applicationId],
  )
  const ids = { tenantId: rows[0].tenant_id as string, brandId: rows[0].brand_id as string }
  return { ids, tenantId: ids.tenantId, owner, desk }
}
const company = {
  applicantType: 'corporation' as const,
  legalName: '株式会社ツドイ',
  legalNameKana: 'カブシキガイシャツドイ',
  representativeName: '佐藤 葵',
}

const account = (holderName: string, holderType: 'individual' | 'corporation') => ({
  bankCode: '0001',
  branchCode: '001',
  accountType: 'ordinary' as const,
  accountNumber: '1234567',
  holderName,
  holderType,
})
type Club = { ids: { tenantId: string; brandId: string }; owner: Person }
const save = ({ ids, owner }: Club, ...of: Parameters<typeof account>) =>
  ask(bankAccounts.saveBankAccount, { ...ids, ...account(...of) }, owner)
const look = ({ ids, owner }: Club) => ask(bankAccounts.getBankAccount, ids, owner)
const document = (kind: 'front' | 'registry') => ({
  kind,
  contentType: 'image/jpeg' as const,
  data: Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...new Array(20).fill(0)]).toString('base64'),
})

describe('the holder of an individual’s account', () => {
  test.each(['individual', 'corporation'] as const)(
    'is the applicant, whatever kind is said: %s',
    async (holderType) => {
      const of = await applied({})
      for (const name of ['タナカ ハナコ', 'カ)サトウ アオイ'])
        expect(
          (await refused(bankAccounts.saveBankAccount, { ...of.ids, ...account(name, holderType) }, of.owner)).code,
        ).toBe('holderNameMismatch')
      await save(of, 'サトウアオイ', holderType)
      expect((await look(of)).identity).toMatchObject({ isOtherName: false, needsRegistry: false })
    },
  )

  test('a company’s name that is left out of the bank’s text hides nothing', async () => {
    const of = await applied({})
    const said = { ...of.ids, ...account('株式会社サトウ アオイ', 'corporation') }
    expect((await refused(bankAccounts.saveBankAccount, said, of.owner)).code).toBe('holderNameMismatch')
  })
})

describe('a company', () => {
  test('is found under its name in either writing, and shows its certificate', async () => {
    const of = await applied(company)
    await save(of, '株式会社ツドイ', 'corporation')
    expect((await look(of)).identity).toMatchObject({ isOtherName: false, needsRegistry: true, state: null })
    const send = (kind: 'front' | 'registry') => ({ ...of.ids, documents: [document(kind)] })
    expect((await refused(bankAccounts.submitIdentityCheck, send('front'), of.owner)).code).toBe('registryNeeded')
    await ask(bankAccounts.submitIdentityCheck, send('registry'), of.owner)
    expect((await look(of)).identity.state).toBe('submitted')
  })

  test('whose name is wider than a transfer is paid after the operator has seen what the bank will read', async () => {
    const legalNameKana = 'カブシキガイシャホシゾラオンガクブンカシンコウキョウカイグループ'
    const of = await applied({ ...company, legalNameKana })
    await save(of, legalNameKana, 'corporation')
    await setIdentity(of.tenantId, of.owner.uid, { submittedAt: now() - 30 * day })
    await pool().query('update bank_accounts set saved_at = $2 where tenant_id = $1', [
      of.tenantId,
      new Date(now() - 10 * day),
    ])
    await sold(of.ids, 50_000, now() - 62 * day)
    const month = lastClosable(now())
    await ask(payoutDesk.finalizeStatements, { month }, of.desk)
    await ask(payoutDesk.createPayoutBatch, { month }, of.desk)
    const payout = async () =>
      (
        await pool().query('select payout_id as id, state, exported_at as at from payouts where tenant_id = $1', [
          of.tenantId,
        ])
      ).rows[0]
    const { id } = await payout()
    const holder = 'ｶ)ﾎｼｿﾞﾗｵﾝｶﾞｸﾌﾞﾝｶｼﾝｺｳｷﾖｳｶｲｸﾞﾙ-ﾌﾟ'
    const inFile = holder.slice(0, 30)
    const asked = await ask(payoutDesk.exportZenginFile, { payoutIds: [id] }, of.desk)
    expect(asked).toMatchObject({ data: '', cut: [{ payoutId: id, holder, inFile }] })
    expect(await payout()).toMatchObject({ state: 'scheduled', at: null })
    const made = await ask(payoutDesk.exportZenginFile, { payoutIds: [id], confirmsCut: true }, of.desk)
    const text = new TextDecoder('shift_jis').decode(Buffer.from(made.data, 'base64'))
    expect(text.split('\r\n')[1]).toContain(`1234567${inFile}00`)
    expect((await payout()).state).toBe('processing')
  })

  test('is paid under another name only after documents that were sent for it', async () => {
    const of = await applied(company)
    await setIdentity(of.tenantId, of.owner.uid, { submittedAt: now() - 30 * day })
    await sold(of.ids, 50_000, now() - 62 * day)
    await save(of, 'ベツノカイシャ', 'corporation')
    await pool().query('update bank_accounts set saved_at = $2 where tenant_id = $1', [
      of.tenantId,
      new Date(now() - 10 * day),
    ])
    const blockers = async () => (await look(of)).blockers.map(({ kind }) => kind)
    const paid = async () => {
      await ask(payoutDesk.finalizeStatements, { month: lastClosable(now()) }, of.desk)
      return (await ask(payoutDesk.createPayoutBatch, { month: lastClosable(now()) }, of.desk)).created
    }
    expect((await look(of)).identity).toMatchObject({ isOtherName: true, state: null })
    expect(await blockers()).toEqual(['identityMissing'])
    expect(await paid()).toBe(0)

    await ask(bankAccounts.submitIdentityCheck, { ...of.ids, documents: [document('registry')] }, of.owner)
    expect(await blockers()).toEqual(['identityPending'])
    const { checks } = await ask(bankAccounts.getIdentityChecks, { state: 'submitted' }, of.desk)
    expect(checks.find(({ tenantId }) => tenantId === of.tenantId)).toMatchObject({
      legalName: '株式会社ツドイ',
      otherHolders: ['ﾍﾞﾂﾉｶｲｼﾔ'],
    })
    await ask(bankAccounts.decideIdentityCheck, { tenantId: of.tenantId, outcome: 'verified' }, of.desk)
    expect(await blockers()).toEqual([])
    expect(await paid()).toBe(1)
  })

  test('shows it again for the next name', async () => {
    const of = await applied(company)
    await save(of, 'ベツノカイシャ', 'corporation')
    await ask(bankAccounts.submitIdentityCheck, { ...of.ids, documents: [document('registry')] }, of.owner)
    const again = { ...of.ids, documents: [document('registry')] }
    expect((await refused(bankAccounts.submitIdentityCheck, again, of.owner)).code).toBe('alreadySubmitted')
    await pool().query('update identity_checks set submitted_at = $2 where tenant_id = $1', [
      of.tenantId,
      new Date(now() - day),
    ])
    await save(of, 'タナカ ハナコ', 'individual')
    await ask(bankAccounts.decideIdentityCheck, { tenantId: of.tenantId, outcome: 'verified' }, of.desk)
    expect((await look(of)).identity).toMatchObject({ isOtherName: true, state: null })
    await ask(bankAccounts.submitIdentityCheck, again, of.owner)
    expect((await look(of)).identity.state).toBe('submitted')
  })
})

test('an account that was saved under another name before stops payouts to an individual', async () => {
  const of = await applied({ legalNameKana: 'ヤマダ タロウ' })
  await setIdentity(of.tenantId, of.owner.uid, { submittedAt: now() - 30 * day })
  await addAccount(of.ids, of.owner.uid)
  expect((await look(of)).blockers.map(({ kind }) => kind)).toEqual(['identityMissing'])
})
