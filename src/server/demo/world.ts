import type { Role } from '../../kit/contract'

type DemoMember = { uid: string; role: Role }
type DemoPlan = {
  planId: string
  name: string
  description: string
  price: number
  subscriptionInterval: 'month' | 'year'
  colors: readonly [string, string] | null
  state: 'active' | 'scheduled' | 'draft'
  /** Members about now, and how many joined each month before. */
  members: number
}
type DemoBrand = {
  brandId: string
  slug: string
  name: string
  description: string
  accentColor: string
  colors: readonly [string, string]
  links: string[]
}
type DemoClub = {
  tenantId: string
  name: string
  members: readonly DemoMember[]
  staff: number
  brand: DemoBrand
  /** Has a share in goods of events. */
  second?: { brand: DemoBrand; plans: readonly DemoPlan[] }
  plans: readonly DemoPlan[]
  /** Seasonal plans of past months, archived: what a club of some years has many of. */
  seasons: number
  contents: readonly string[]
}

export const demoClubs: readonly DemoClub[] = [
  {
    tenantId: 'tenant_hoshi',
    name: 'Hoshi Club',
    members: [
      { uid: 'demo_owner_hoshi', role: 'owner' },
      { uid: 'demo_editor_hoshi', role: 'editor' },
      { uid: 'demo_moderator_hoshi', role: 'moderator' },
      { uid: 'demo_shipper_hoshi', role: 'shipper' },
      { uid: 'demo_accountant_hoshi', role: 'accountant' },
    ],
    staff: 41,
    brand: {
      brandId: 'brand_aoi',
      slug: 'aoi',
      name: '葵 — AOI',
      description:
        '歌と旅のあいだで見つけたものを、いちばん早く届ける場所です。毎月の動画、制作ノート、年4回の配信ライブ。\n\nはじめての方も、途中からの方も、どうぞごゆっくり。',
      accentColor: '#2f6f8f',
      colors: ['#9fd0de', '#1d3f5c'],
      links: ['https://x.com/example', 'https://www.youtube.com/@example', 'https://example.com/aoi'],
    },
    second: {
      brand: {
        brandId: 'brand_minato',
        slug: 'minato',
        name: '湊バンド',
        description: '葵のツアーを支えるバンドです。海辺のスタジオから、音づくりの様子をお届けします。',
        accentColor: '#a0522d',
        colors: ['#f2c6a0', '#5c3317'],
        links: ['https://example.com/minato'],
      },
      plans: [
        {
          planId: 'plan_minato',
          name: '港プラン',
          description: 'スタジオの記録（月2回）',
          price: 700,
          subscriptionInterval: 'month',
          colors: ['#f2c6a0', '#a0522d'],
          state: 'active',
          members: 0,
        },
      ],
    },
    plans: [
      {
        planId: 'plan_seiza',
        name: '星座プラン',
        description: '毎月の限定動画\n制作ノート（月4回）\n配信ライブ',
        price: 1500,
        subscriptionInterval: 'month',
        colors: ['#a9d6e5', '#468faf'],
        state: 'active',
        members: 842,
      },
      {
        planId: 'plan_ginga',
        name: '銀河プラン',
        description: '星座プランのすべて\n年2回のオンライン会\nフォトカードを郵送',
        price: 3000,
        subscriptionInterval: 'month',
        colors: ['#2a6f97', '#013a63'],
        state: 'active',
        members: 311,
      },
      {
        planId: 'plan_suisei',
        name: '彗星プラン（年払い）',
        description: '銀河プランのすべて\n12か月分のバックナンバー',
        price: 16000,
        subscriptionInterval: 'year',
        colors: ['#e9c46a', '#e76f51'],
        state: 'active',
        members: 131,
      },
      {
        planId: 'plan_hajimari',
        name: 'はじまりプラン',
        description: '初期からの会員のためのプラン',
        price: 500,
        subscriptionInterval: 'month',
        colors: ['#7a8b6f', '#b5c19e'],
        state: 'scheduled',
        members: 46,
      },
      {
        planId: 'plan_draft_unnamed',
        name: '',
        description: '',
        price: 800,
        subscriptionInterval: 'month',
        colors: null,
        state: 'draft',
        members: 0,
      },
      {
        planId: 'plan_draft_haru',
        name: '春のうたプラン',
        description: '春の新曲を先に聴けるプラン（準備中の案）',
        price: 1200,
        subscriptionInterval: 'month',
        colors: ['#f6bcd0', '#c76b98'],
        state: 'draft',
        members: 0,
      },
    ],
    seasons: 42,
    contents: [
      '冬の弾き語り',
      '新曲ができるまで',
      '制作ノート',
      '旅先からの手紙',
      'スタジオの午後',
      '春のツアーの日程',
      '朝の発声練習',
      '歌詞の夜',
    ],
  },
  {
    tenantId: 'tenant_tsuki',
    name: 'Tsuki Club',
    members: [{ uid: 'demo_owner_tsuki', role: 'owner' }],
    staff: 0,
    brand: {
      brandId: 'brand_luna',
      slug: 'luna',
      name: 'Luna',
      description: '夜のラジオと短編アニメーションの小さなクラブ。',
      accentColor: '#7a4fb5',
      colors: ['#c8b3ef', '#2b1d54'],
      links: [],
    },
    plans: [
      {
        planId: 'plan_mikazuki',
        name: '三日月プラン',
        description: '毎週の夜のラジオ\n短編の先行公開',
        price: 800,
        subscriptionInterval: 'month',
        colors: ['#d9c8f5', '#7a4fb5'],
        state: 'active',
        members: 64,
      },
    ],
    seasons: 0,
    contents: ['夜のラジオ', '短編「窓辺」', '絵コンテの話'],
  },
]
