import { z } from 'zod'
import { adminRoles, brandRead, brandWrite, contract, roles, visitorRead } from '#kit/contract.ts'
import { englishTexts } from '#kit/english.ts'
import { editedBy } from '#kit/list.ts'
import { yen } from '#kit/money.ts'
import { httpsUrl, id, pictureUrl, text } from '#kit/text.ts'
import { backNumberPeriod, instant } from '#kit/time.ts'
import { mostPinned, pageParts } from './pageParts'

export const brandNameLength = 50
export const brandDescriptionLength = 2000
export const brandLinksCount = 5
export const legalNoticeLength = 5000
export const welcomeLetterLength = 1000

const distinct = <Item extends z.ZodType>(item: Item, most: number) =>
  z
    .array(item)
    .max(most)
    .refine((all) => new Set(all).size === all.length, { params: { rule: 'duplicate' } })

const accentColor = z.string().regex(/^#[0-9a-f]{6}$/)

const description = text({ max: brandDescriptionLength, lines: true })
const welcomeLetter = text({ max: welcomeLetterLength, lines: true })
/** Not in the specification: what fans read on the English site in place of the text beside it. */
const english = englishTexts({ description, welcomeLetter })

/** Fields of the profile form; `brandThumbnail` is the wide cover, `brandIcon` the square picture. */
export const brandProfileFields = {
  name: text({ min: 1, max: brandNameLength }),
  brandThumbnail: pictureUrl,
  brandIcon: pictureUrl,
  description,
  english: english.optional(),
  accentColor: accentColor.optional(),
  links: z.array(httpsUrl).max(brandLinksCount).optional(),
  /** Fields that the selling and comment rules read. */
  legalNotice: text({ max: legalNoticeLength, lines: true }).optional(),
  invoiceNumber: z
    .string()
    .refine((value) => value === '' || /^T\d{13}$/.test(value), { params: { rule: 'invalidInvoiceNumber' } })
    .optional(),
  graceDays: z.int().min(0).max(14).optional(),
  backNumberNeedsActivePlan: z.boolean().optional(),
  /** Free shipping for orders of this amount in yen or more; null: never. */
  freeShippingOver: yen.min(1).nullable().optional(),
  /** To who has just become a member: shown with the member's card, and in the mail. */
  welcomeLetter: welcomeLetter.optional(),
  /** Parts of the brand's page in their order; those not named follow in the usual one. */
  pageParts: distinct(z.enum(pageParts), pageParts.length).optional(),
  /** What stands first among its contents and its goods; what is not public there is passed over. */
  pinnedContents: distinct(id, mostPinned).optional(),
  pinnedGoods: distinct(id, mostPinned).optional(),
  commentPolicy: z.enum(['enabled', 'approvalFirst', 'disabled']).optional(),
  commentAudience: z.enum(['members', 'plan', 'all']).optional(),
}

export const brandProfile = z.object({
  tenantId: id,
  brandId: id,
  name: z.string(),
  brandThumbnail: z.string(),
  brandIcon: z.string(),
  description: z.string(),
  brandSlug: z.string(),
  accentColor,
  links: z.array(z.string()),
  legalNotice: z.string(),
  invoiceNumber: z.string(),
  backNumberNeedsActivePlan: z.boolean(),
  pageParts: z.array(z.enum(pageParts)),
  pinnedContents: z.array(id),
  pinnedGoods: z.array(id),
  /** Only if the brand accepts no new members: the end of access to what was paid for. */
  closesAt: instant.nullable(),
})

/** What the brand says of itself. */
export type OwnProfile = z.infer<typeof brandProfile>

/** What visitors see of a brand, with its members. */
export const publicProfile = brandProfile.extend({
  /** Null while the count is too small to be shown. */
  memberCount: z.int().nullable(),
  /** Of two or more plans on sale the one that most members have; null while that is a tie, or too few to be told. */
  mostChosenPlanId: id.nullable(),
  /** The month in which the brand was opened. */
  since: backNumberPeriod,
  /** Why nobody can join or buy anything new, in the reader's language; empty while it sells. */
  notice: z.string(),
})
export type BrandProfile = z.infer<typeof publicProfile>

export const brandMetadata = z.object({
  tenantId: id,
  brandId: id,
  brandSlug: z.string(),
  brandName: z.string(),
  brandThumbnail: z.string(),
  brandDescription: z.string(),
  /** Not in the specification: the brand's icon on the login page. */
  brandIcon: z.string(),
  accentColor,
})

export const brands = contract({
  getBrandProfile: brandRead({
    roles,
    payload: {},
    result: brandProfile.extend({
      english,
      graceDays: z.int(),
      freeShippingOver: yen.nullable(),
      welcomeLetter: z.string(),
      commentPolicy: z.enum(['enabled', 'approvalFirst', 'disabled']),
      commentAudience: z.enum(['members', 'plan', 'all']),
      /** The operator has stopped its sales. */
      isSuspended: z.boolean(),
      editedAt: instant,
      editedBy,
      canEdit: z.boolean(),
    }),
  }),
  /** A legal notice to begin with, filled in with what the club said when it applied. */
  getLegalNoticeTemplate: brandRead({
    roles: adminRoles,
    payload: {},
    result: z.object({
      notice: z.string(),
      /** There was an application to fill it in from. */
      isFilledIn: z.boolean(),
      isPerson: z.boolean(),
    }),
  }),
  updateBrandProfile: brandWrite({
    roles: adminRoles,
    audit: ['name'],
    payload: { ...brandProfileFields, expectedEditedAt: instant.optional() },
    result: z.object({ editedAt: instant }),
    refusals: ['conflict'],
  }),
  getBrandMetadataBySlug: visitorRead({
    kept: true,
    payload: { brandSlug: text({ max: 100 }) },
    result: brandMetadata.nullable(),
  }),
})
