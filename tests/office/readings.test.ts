import { expect, test } from 'vitest'
import { hiraganaOf } from '#kit/kana.ts'
import { findArticles } from '#office/help/find.ts'
import { isRead, readings } from '#office/portal/readings.tsx'
import { findSettings, settings } from '#office/portal/settings.tsx'
import en from '#office/portal/words.en.ts'
import ja from '#office/portal/words.ja.ts'
import { shownWords } from '../support/screenWords'

test.each([
  ['ukeru', 'うける'],
  ['ウケル', 'うける'],
  ['ｳｹﾙ', 'うける'],
  ['uker', 'うけr'],
  ['shuueki', 'しゅうえき'],
  ['syuueki', 'しゅうえき'],
  ['tyuumon', 'ちゅうもん'],
  ['chuumon', 'ちゅうもん'],
  ['kontentsu', 'こんてんつ'],
  ['kontentu', 'こんてんつ'],
  ['dasshubo-do', 'だっしゅぼど'],
  ['ダッシュボード', 'だっしゅぼど'],
  ['fan', 'ふぁん'],
  ['受け取り', '受け取り'],
])('%s is read %s', (text, kana) => expect(hiraganaOf(text)).toBe(kana))

test.each([
  ['受け取りデスク', 'ukeru'],
  ['受け取りデスク', 'うけと'],
  ['受け取りデスク', 'pick-up'],
  [en.pickUp, 'ukeru'],
  ['注文', 'tyuumon'],
  ['注文', 'orders'],
  ['売上', 'うりあげ'],
  ['振込先口座', '設定'],
  ['プロフィール', 'settei'],
  [en.profile, 'settings'],
  ['ヘルプ', 'tsukaikata'],
  ['コンテンツ', 'どうが'],
])('the page %s is found by %s', (label, word) => expect(isRead(label, word)).toBe(true))

test.each([
  ['受け取りデスク', 'urige'],
  ['注文', 'test'],
  ['注文', 'xyz'],
  ['A name of a plan', 'ukeru'],
])('the page %s is not found by %s', (label, word) => expect(isRead(label, word)).toBe(false))

test('each page of the menu has a reading', () => {
  const pages = ['home', 'dashboard', 'plans', 'contents', 'events', 'comments', 'backNumbers', 'profile', 'requests']
  const others = ['goods', 'orders', 'sales', 'revenue', 'bankAccount', 'fans', 'subscribers', 'eventGoods', 'pickUp']
  const clubs = ['audit', 'clubHome', 'clubs', 'applications', 'account', 'fanHome', 'help', 'terms', 'privacy']
  const operators = Object.keys(ja).filter((key) => key.startsWith('operator'))
  const made = Object.keys(ja).filter((key) => /^new[A-Z]/.test(key))
  expect(Object.keys(readings)).toEqual(expect.arrayContaining([...pages, ...others, ...clubs, ...operators, ...made]))
})

test('each setting is called as on its screen', () => {
  for (const locale of ['ja', 'en'] as const) {
    const shown = shownWords(locale)
    expect(
      Object.values(settings)
        .map((setting) => setting[locale])
        .filter((label) => !shown.has(label)),
    ).toEqual([])
  }
})

/** What an owner finds: settings, pages of the menu by their keys, and articles of the help. */
const foundBy = (q: string) => {
  const asked = q.normalize('NFKC').toLowerCase().split(/\s+/)
  const pages = Object.keys(readings) as (keyof typeof readings)[]
  return [
    ...findSettings(q, 'owner'),
    ...pages.filter((page) => asked.every((word) => isRead(ja[page], word))).map((page) => `page ${page}`),
    ...findArticles(q).map((slug) => `help ${slug}`),
  ]
}
test.each([
  ['郵便', ['legalNotice', 'sender', 'page openClub', 'help start', 'help shipping']],
  ['郵便番号', ['legalNotice', 'sender', 'page openClub']],
  ['ゆうびん', ['legalNotice', 'sender', 'page openClub']],
  ['yuubin', ['legalNotice', 'sender']],
  ['postal code', ['legalNotice', 'sender', 'page openClub']],
  ['住所', ['legalNotice', 'sender', 'help shipping']],
  ['address', ['legalNotice', 'sender']],
  ['電話', ['legalNotice', 'sender', 'page applications']],
  ['phone', ['legalNotice', 'sender']],
  ['特商法', ['legalNotice']],
  ['振込', ['page bankAccount', 'page revenue', 'help payouts']],
  ['口座番号', ['page bankAccount']],
  ['bank', ['page bankAccount', 'help payouts']],
  ['消費税', ['invoiceNumber', 'page revenue', 'help taxes']],
  ['tax', ['invoiceNumber', 'help taxes']],
  ['インボイス', ['invoiceNumber', 'help taxes']],
  ['登録番号', ['invoiceNumber', 'help taxes']],
  ['invoice', ['invoiceNumber', 'help taxes']],
  ['送料', ['freeShippingOver', 'page goods', 'help shipping']],
  ['shipping fee', ['freeShippingOver', 'page goods', 'help shipping']],
  ['ロゴ', ['icon', 'help start']],
  ['logo', ['icon', 'help start']],
  ['アイコン', ['icon']],
  ['icon', ['icon']],
  ['ヘッダー', ['cover']],
  ['通知', ['mails', 'help comments']],
  ['notification', ['mails', 'help comments']],
  ['パスワード', ['page account']],
  ['password', ['page account']],
  ['招待', ['invite', 'help team']],
  ['invite', ['invite', 'help team']],
  ['退会', ['deleteAccount', 'closing', 'page subscribers', 'help members']],
  ['解約', ['deleteAccount', 'closing', 'page subscribers', 'help members', 'help plans']],
  ['返金', ['page orders', 'help refunds']],
  ['refund', ['page orders', 'help refunds']],
  ['領収書', ['invoiceNumber', 'page orders', 'help taxes']],
  ['receipt', ['invoiceNumber', 'page orders', 'help taxes']],
  ['本人確認', ['identity', 'help payouts']],
  ['猶予', ['graceDays']],
])('%s leads to %j', (typed, wanted) => expect(foundBy(typed)).toEqual(expect.arrayContaining(wanted)))

test('who may not change a setting is not led to it, and who has no club finds their own', () => {
  expect(findSettings('郵便番号', 'shipper')).toEqual(['sender'])
  expect(findSettings('ロゴ', 'editor')).toEqual([])
  expect(findSettings('解約', undefined)).toEqual(['deleteAccount'])
  expect(findSettings(' ', 'owner')).toEqual([])
})
