import { inLanguage } from '#kit/english.ts'
import { type Mocks, mockNow, refused } from '#kit/mock.ts'
import { day } from '#kit/time.ts'
import type { brands } from './contract'
import { legalNoticeOf, type Seller } from './legalNotice'
import { aoi, aoiInEnglish, bare, resting } from './profile.mock'

const options = {
  graceDays: 7,
  freeShippingOver: 10_000,
  welcomeLetter: 'はじめまして、葵です。入ってくれてありがとう。毎週金曜の夜に新しい歌を届けます。',
  commentPolicy: 'enabled',
  commentAudience: 'all',
  isSuspended: false,
  english: aoiInEnglish,
} as const
const seller: Seller = {
  ...{ applicantType: 'individual', legalName: '星野 あおい', representativeName: '' },
  ...{ postalCode: '166-0001', address: '東京都杉並区阿佐谷北1-2-3', phone: '03-0000-0000', email: 'aoi@example.com' },
}
export const brandMocks: Mocks<typeof brands> = {
  examples: ({ slug, ids }) => ({
    getBrandProfile: ids,
    getLegalNoticeTemplate: ids,
    updateBrandProfile: {
      ...ids,
      name: 'Aoi',
      brandThumbnail: 'https://example.com/cover.png',
      brandIcon: '',
      description: 'Songs.',
      accentColor: '#2f6f8f',
      links: ['https://example.com/aoi'],
    },
    getBrandMetadataBySlug: { brandSlug: slug },
  }),
  answers: {
    getBrandProfile: ({ tenantId, brandId }, context) => ({
      ...aoi(context),
      ...options,
      tenantId,
      brandId,
      editedAt: mockNow - 20 * day,
      editedBy: { name: '星野 あおい', isMe: true },
      canEdit: true,
    }),
    getLegalNoticeTemplate: (_, { locale = 'ja' }) => ({
      notice: legalNoticeOf(seller, 200, locale),
      isFilledIn: true,
      isPerson: true,
    }),
    updateBrandProfile: () => ({ editedAt: mockNow }),
    getBrandMetadataBySlug: ({ brandSlug }, context) => {
      const found = [aoi(context), resting(context)].find((one) => one.brandSlug === brandSlug)
      if (!found) return null
      const { tenantId, brandId, name, brandThumbnail, brandIcon, accentColor, description } = inLanguage(
        { ...found, english: aoiInEnglish },
        context.locale ?? 'ja',
      )
      const shown = { brandName: name, brandThumbnail, brandDescription: description, brandIcon, accentColor }
      return { tenantId, brandId, brandSlug, ...shown }
    },
  },
  scenarios: {
    empty: {
      getBrandProfile: (_, context) => ({
        ...bare(context),
        ...options,
        english: {},
        editedAt: mockNow,
        editedBy: null,
        canEdit: true,
      }),
    },
    suspended: {
      getBrandProfile: ({ tenantId, brandId }, context) => ({
        ...aoi(context),
        ...options,
        tenantId,
        brandId,
        isSuspended: true,
        editedAt: mockNow - 20 * day,
        editedBy: null,
        canEdit: true,
      }),
    },
    conflict: { updateBrandProfile: () => refused('conflict') },
    /** A role that may read the profile but not change it. */
    moderator: {
      getBrandProfile: (_, context) => ({
        ...aoi(context),
        ...options,
        editedAt: mockNow,
        editedBy: null,
        canEdit: false,
      }),
    },
  },
}
