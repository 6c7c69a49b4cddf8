import { type MockContext, type Mocks, mockNow, refused } from '#kit/mock.ts'
import { day } from '#kit/time.ts'
import type { BrandProfile, brands } from './contract'

export const aoi = ({ picture }: MockContext): Omit<BrandProfile, 'memberCount'> => ({
  tenantId: 'tenant_hoshi',
  brandId: 'brand_aoi',
  name: '葵 — AOI',
  brandThumbnail: picture('aoi-cover'),
  brandIcon: picture('aoi-icon'),
  description:
    '歌と旅のあいだで見つけたものを、いちばん早く届ける場所です。毎月の動画、制作ノート、年4回の配信ライブ。\n\nはじめての方も、途中からの方も、どうぞごゆっくり。',
  brandSlug: 'aoi',
  accentColor: '#2f6f8f',
  links: ['https://x.com/example', 'https://www.youtube.com/@example', 'https://example.com/aoi'],
  legalNotice:
    '販売業者: 株式会社ほしのね\n運営責任者: 星野 あおい\n所在地: 東京都杉並区\n電話番号: 03-0000-0000\n販売価格: 各プランのページに表示',
  invoiceNumber: 'T1234567890123',
  backNumberNeedsActivePlan: true,
  closesAt: null,
})
const options = { graceDays: 7, freeShippingOver: 10_000, commentPolicy: 'enabled', commentAudience: 'all' } as const
export const bare = (context: MockContext): Omit<BrandProfile, 'memberCount'> => ({
  ...aoi(context),
  brandThumbnail: '',
  brandIcon: '',
  description: '',
  links: [],
  legalNotice: '',
  invoiceNumber: '',
})

export const brandMocks: Mocks<typeof brands> = {
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
    updateBrandProfile: () => ({ editedAt: mockNow }),
    getBrandMetadataBySlug: ({ brandSlug }, context) => {
      const { tenantId, brandId, name, brandThumbnail, brandIcon, accentColor, description } = aoi(context)
      if (brandSlug !== 'aoi') return null
      const shown = { brandName: name, brandThumbnail, brandDescription: description, brandIcon, accentColor }
      return { tenantId, brandId, brandSlug, ...shown }
    },
  },
  scenarios: {
    empty: {
      getBrandProfile: (_, context) => ({
        ...bare(context),
        ...options,
        editedAt: mockNow,
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
