import type { MockContext } from '#kit/mock.ts'
import type { OwnProfile } from './contract'

/* The brand of the mocked portal, of which the mocks of other wings are made. */

export const aoi = ({ picture }: MockContext): OwnProfile => ({
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
  pageParts: [],
  pinnedContents: ['content_12'],
  pinnedGoods: ['goods_2', 'goods_4'],
  closesAt: null,
})

/** What of it its creator gave in English. */
export const aoiInEnglish = {
  description:
    'Songs, and what is found between them and the road, here before anywhere else. A video each month, notes from the studio, four lives a year.\n\nCome in whenever you like, from the first song or the latest.',
  welcomeLetter: 'Hello, I am Aoi. Thank you for coming in. There is a new song each Friday night.',
}

/** The same brand while its club is suspended: visitors' pages know no scenario, so that it has an address of its own. */
export const resting = (context: MockContext): OwnProfile => ({
  ...aoi(context),
  ...{ brandId: 'brand_resting', brandSlug: 'resting' },
})

/** A brand that has just been opened. */
export const bare = (context: MockContext): OwnProfile => ({
  ...aoi(context),
  brandThumbnail: '',
  brandIcon: '',
  description: '',
  links: [],
  pinnedContents: [],
  pinnedGoods: [],
  legalNotice: '',
  invoiceNumber: '',
})
