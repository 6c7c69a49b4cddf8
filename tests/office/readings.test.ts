import { expect, test } from 'vitest'
import { hiraganaOf } from '#kit/kana.ts'
import { isRead, readings } from '#office/portal/readings.tsx'
import en from '#office/portal/words.en.ts'
import ja from '#office/portal/words.ja.ts'

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
