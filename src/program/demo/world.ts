import type { Role } from '#kit/contract.ts'
import type { Colors, Subject } from './drawings/drawings'

type DemoMember = { uid: string; role: Role }
type DemoPlan = {
  planId: string
  name: string
  description: string
  /** Of those that readers of the English site read in English. */
  english?: { name: string; description: string }
  price: number
  subscriptionInterval: 'month' | 'year'
  /** Null if none is chosen yet. */
  picture: { subject: Subject; colors: Colors } | null
  state: 'active' | 'scheduled' | 'draft'
  /** Approximate number of members today. */
  members: number
}
type DemoBrand = {
  brandId: string
  slug: string
  name: string
  description: string
  english?: { description: string; welcomeLetter: string }
  accentColor: string
  colors: Colors
  cover: Subject
  icon: Subject
  links: string[]
}
type DemoClub = {
  tenantId: string
  name: string
  members: readonly DemoMember[]
  staff: number
  brand: DemoBrand
  /** A second brand, which shares in goods of events. */
  second?: { brand: DemoBrand; plans: readonly DemoPlan[] }
  plans: readonly DemoPlan[]
  /** Number of archived seasonal plans of past months: a club of some years has many. */
  seasons: number
  contents: readonly { name: string; subject: Subject; english?: string }[]
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
      english: {
        description:
          'Songs, and what is found between them and the road, here before anywhere else. A video each month, notes from the studio, four lives a year.\n\nCome in whenever you like, from the first song or the latest.',
        welcomeLetter:
          'Hello, and thank you for coming.\nWhat I make is here first, and closer than anywhere else.\nPlease say hello in a comment: it makes my day.',
      },
      accentColor: '#2f6f8f',
      colors: ['#9fd0de', '#1d3f5c'],
      cover: 'constellation',
      icon: 'emblem',
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
        cover: 'sea',
        icon: 'anchor',
        links: ['https://example.com/minato'],
      },
      plans: [
        {
          planId: 'plan_minato',
          name: '港プラン',
          description: 'スタジオの記録（月2回）',
          price: 700,
          subscriptionInterval: 'month',
          picture: { subject: 'sea', colors: ['#f2c6a0', '#a0522d'] },
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
        english: {
          name: 'Constellation',
          description: 'A video each month\nNotes from the studio (four a month)\nLives',
        },
        price: 1500,
        subscriptionInterval: 'month',
        picture: { subject: 'constellation', colors: ['#a9d6e5', '#2f6690'] },
        state: 'active',
        members: 400,
      },
      {
        planId: 'plan_ginga',
        name: '銀河プラン',
        description: '星座プランのすべて\n年2回のオンライン会\nフォトカードを郵送',
        english: {
          name: 'Galaxy',
          description: 'Everything in Constellation\nTwo online gatherings a year\nA photo card by post',
        },
        price: 3000,
        subscriptionInterval: 'month',
        picture: { subject: 'galaxy', colors: ['#b9a6ea', '#2b2466'] },
        state: 'active',
        members: 150,
      },
      {
        planId: 'plan_suisei',
        name: '彗星プラン（年払い）',
        description: '銀河プランのすべて\n12か月分のバックナンバー',
        english: { name: 'Comet (a year)', description: 'Everything in Galaxy\nTwelve months of back numbers' },
        price: 16000,
        subscriptionInterval: 'year',
        picture: { subject: 'comet', colors: ['#f2b872', '#b5566a'] },
        state: 'active',
        members: 70,
      },
      {
        planId: 'plan_hajimari',
        name: 'はじまりプラン',
        description: '初期からの会員のためのプラン',
        price: 500,
        subscriptionInterval: 'month',
        picture: { subject: 'sunrise', colors: ['#b5c19e', '#5d7050'] },
        state: 'scheduled',
        members: 26,
      },
      {
        planId: 'plan_draft_unnamed',
        name: '',
        description: '',
        price: 800,
        subscriptionInterval: 'month',
        picture: null,
        state: 'draft',
        members: 0,
      },
      {
        planId: 'plan_draft_haru',
        name: '春のうたプラン',
        description: '春の新曲を先に聴けるプラン（準備中の案）',
        price: 1200,
        subscriptionInterval: 'month',
        picture: { subject: 'blossom', colors: ['#f6bcd0', '#c76b98'] },
        state: 'draft',
        members: 0,
      },
    ],
    seasons: 42,
    contents: [
      { name: '冬の弾き語り', english: 'A winter evening, solo', subject: 'snow' },
      { name: '新曲ができるまで', english: 'How the new song came about', subject: 'waveform' },
      { name: '制作ノート', english: 'Notes from the studio', subject: 'notebook' },
      { name: '旅先からの手紙', english: 'A letter from the road', subject: 'letter' },
      { name: 'スタジオの午後', english: 'An afternoon in the studio', subject: 'microphone' },
      { name: '春のツアーの日程', english: 'Dates of the spring tour', subject: 'road' },
      { name: '朝の発声練習', english: 'Warming up the voice by the sea', subject: 'sea' },
      { name: '歌詞の夜', english: 'A night of lyrics', subject: 'window' },
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
      cover: 'window',
      icon: 'moon',
      links: [],
    },
    plans: [
      {
        planId: 'plan_mikazuki',
        name: '三日月プラン',
        description: '毎週の夜のラジオ\n短編の先行公開',
        price: 800,
        subscriptionInterval: 'month',
        picture: { subject: 'radio', colors: ['#d9c8f5', '#5a3a94'] },
        state: 'active',
        members: 64,
      },
    ],
    seasons: 0,
    contents: [
      { name: '夜のラジオ', subject: 'radio' },
      { name: '短編「窓辺」', subject: 'window' },
      { name: '絵コンテの話', subject: 'frames' },
    ],
  },
]
