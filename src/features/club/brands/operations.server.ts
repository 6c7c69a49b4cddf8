import { isAdmin } from '#kit/contract.ts'
import { inLanguage } from '#kit/english.ts'
import type { Handlers } from '#server/context.ts'
import { approvedForm } from '../applications/queries.server'
import { editorOf } from '../tenants/queries.server'
import { suspensionOf } from '../tenants/suspension.queries.server'
import type { brands as contract } from './contract'
import { legalNoticeOf } from './legalNotice'
import { brandRow, brandRowBySlug, profileOf, saveBrand } from './queries.server'

export const brandHandlers: Handlers<typeof contract> = {
  async getBrandProfile({ db, brand, user, member }) {
    const row = await brandRow(db, brand)
    return {
      ...profileOf(row),
      english: row.english,
      graceDays: row.graceDays,
      freeShippingOver: row.freeShippingOver,
      welcomeLetter: row.welcomeLetter,
      commentPolicy: row.commentPolicy,
      commentAudience: row.commentAudience,
      isSuspended: (await suspensionOf(db, brand)) !== null,
      editedAt: row.editedAt,
      editedBy: await editorOf(db, brand, row.editedBy, user),
      canEdit: isAdmin(member.role),
    }
  },

  async getLegalNoticeTemplate({ db, tenant, fees, locale }) {
    const seller = await approvedForm(db, tenant)
    return {
      notice: legalNoticeOf(seller, fees.konbini, locale),
      isFilledIn: seller !== null,
      isPerson: seller?.applicantType === 'individual',
    }
  },

  async updateBrandProfile({ db, brand, user, now, refuse }, payload) {
    const { expectedEditedAt, accentColor, links, legalNotice, invoiceNumber, graceDays, ...options } = payload
    const { backNumberNeedsActivePlan, freeShippingOver, welcomeLetter, commentPolicy, commentAudience } = options
    const { english, pageParts, pinnedContents, pinnedGoods } = options
    const changes = {
      editedBy: user.uid,
      name: payload.name,
      thumbnail: payload.brandThumbnail,
      icon: payload.brandIcon,
      description: payload.description,
      ...(english && { english }),
      ...(accentColor && { accentColor }),
      ...(links && { links }),
      ...(legalNotice !== undefined && { legalNotice }),
      ...(invoiceNumber !== undefined && { invoiceNumber }),
      ...(graceDays !== undefined && { graceDays }),
      ...(backNumberNeedsActivePlan !== undefined && { backNumberNeedsActivePlan }),
      ...(freeShippingOver !== undefined && { freeShippingOver }),
      ...(welcomeLetter !== undefined && { welcomeLetter }),
      ...(pageParts && { pageParts }),
      ...(pinnedContents && { pinnedContents }),
      ...(pinnedGoods && { pinnedGoods }),
      ...(commentPolicy && { commentPolicy }),
      ...(commentAudience && { commentAudience }),
    }
    return (await saveBrand(db, brand, changes, { now, expectedEditedAt })) ?? refuse('conflict')
  },

  async getBrandMetadataBySlug({ db, locale }, { brandSlug }) {
    const found = await brandRowBySlug(db, brandSlug)
    if (!found) return null
    const row = inLanguage(found, locale)
    return {
      tenantId: row.tenantId,
      brandId: row.brandId,
      brandSlug: row.slug,
      brandName: row.name,
      brandThumbnail: row.thumbnail,
      brandDescription: row.description,
      brandIcon: row.icon,
      accentColor: row.accentColor,
    }
  },
}
