import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { tenantApplications } from '#club/applications/tables.server.ts'
import { brands } from '#club/brands/contract.ts'
import { legalNoticeOf, type Seller } from '#club/brands/legalNotice.ts'
import { brands as table } from '#club/brands/tables.server.ts'
import { publicConfig } from '#config.server.ts'
import { brandHome } from '#office/home/contract.ts'
import { now } from '#server/clock.ts'
import { database } from '#server/db.ts'
import { senderIn } from '#shop/desk/files/sender.ts'
import { newSlug } from '../support/application'
import { addMember, ask, club, newId, person, refused } from '../support/club'
import { completeForm } from '../support/scene'

const company: Seller = {
  ...{ applicantType: 'corporation', legalName: '株式会社葵', representativeName: '星野 葵' },
  ...{ postalCode: '1500041', address: '東京都渋谷区神南1-2-3', phone: '03-1234-5678', email: 'info@aoi.test' },
}
const oneself: Seller = { ...company, applicantType: 'individual', legalName: '星野 葵', representativeName: '' }

describe('a legal notice from an application', () => {
  const labels = {
    ja: '販売業者 運営責任者 所在地 電話番号 メールアドレス 販売価格 販売価格以外の費用 支払方法 支払時期 引渡時期 返品・キャンセル 解約',
    en: 'Seller|Responsible|Address|Phone|E-mail|Prices|Further costs|Ways to pay|When to pay|Delivery|Returns and cancellation|Leaving',
  }
  test.each([
    ['a company', company, '株式会社葵'],
    ['a person', oneself, '星野 葵'],
  ])('of %s says everything that the law asks for, in both languages', (_, seller, name) => {
    for (const locale of ['ja', 'en'] as const) {
      const lines = legalNoticeOf(seller, 200, locale).split('\n')
      expect(lines.map((line) => line.split(': ')[0])).toEqual(labels[locale].split(locale === 'ja' ? ' ' : '|'))
      for (const line of lines) expect(line).toMatch(/: \S/)
      // Nothing is left to fill in, and what is said of fees is true.
      expect(lines.join('\n')).not.toMatch(
        /[(（](会社名|お名前|郵便番号|電話番号と|the company|a name|postal|phone number,)/,
      )
      expect(lines.join('\n')).toContain('¥200')
      expect(lines[0]).toContain(name)
      expect(lines[1]).toContain('星野 葵')
      // Slips and files of carriers find the sender in it.
      expect(senderIn(lines.join('\n'))).toMatchObject({
        ...{ name, phone: '03-1234-5678', postalCode: '150-0041', address: '東京都渋谷区神南1-2-3' },
      })
    }
  })

  test('without one says what there is to write, and finds no sender in it', () => {
    const notice = legalNoticeOf(null, 200, 'ja')
    expect(notice).toContain('販売業者: （会社名、またはお名前）')
    expect(senderIn(notice)).toMatchObject({ phone: '', postalCode: '' })
  })

  test('is for who may change the profile; saved, it is a step done and the club may sell', async () => {
    const of = await club()
    await database().update(table).set({ legalNotice: '' }).where(eq(table.brandId, of.brandId))
    const template = (by: { token: string }) => ask(brands.getLegalNoticeTemplate, of.ids, by)
    expect(await template(of.owner)).toMatchObject({ isFilledIn: false, isPerson: false })
    await database()
      .insert(tenantApplications)
      .values({
        ...{ applicationId: newId('application'), tenantId: of.tenantId, applicantUid: of.owner.uid },
        ...{ applicantEmail: of.owner.email, locale: 'ja', status: 'approved' },
        form: { ...completeForm(newSlug()), ...oneself },
        ...{ createdAt: now(), submittedAt: now(), updatedAt: now() },
      })
    const [admin, editor, other] = [await person(), await person(), await club()]
    await addMember(of.tenantId, admin, 'admin')
    await addMember(of.tenantId, editor, 'editor')
    const { notice, ...told } = await template(admin)
    expect(told).toEqual({ isFilledIn: true, isPerson: true })
    expect(notice).toBe(legalNoticeOf(oneself, publicConfig().konbiniFee, 'ja'))
    expect((await refused(brands.getLegalNoticeTemplate, of.ids, editor)).status).toBe(403)
    expect((await refused(brands.getLegalNoticeTemplate, of.ids, other.owner)).status).toBe(404)
    const isDone = async () =>
      (await ask(brandHome.getBrandHome, of.ids, of.owner)).firstSteps.find(({ step }) => step === 'legalNotice')
        ?.isDone
    expect(await isDone()).toBe(false)
    const { name, brandThumbnail, brandIcon, description } = await ask(brands.getBrandProfile, of.ids, of.owner)
    const profile = { ...of.ids, name, brandThumbnail, brandIcon, description }
    await ask(brands.updateBrandProfile, { ...profile, legalNotice: notice }, of.owner)
    expect(await isDone()).toBe(true)
    expect((await ask(brands.getBrandProfile, of.ids, of.owner)).legalNotice).toBe(notice)
  })
})
