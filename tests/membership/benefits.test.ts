import { describe, expect, test } from 'vitest'
import { benefitsOf, comparisonOf, missingOf, savingOf } from '#membership/plans/benefits.ts'

/* What the descriptions of plans promise, compared (rule: plan.benefits). */
const plan = (
  planId: string,
  name: string,
  description: string,
  price = 1500,
  interval: 'month' | 'year' = 'month',
) => ({
  planId,
  name,
  description,
  prices: [{ price, subscriptionInterval: interval }],
})
const star = plan('star', '星座プラン', '毎月の動画\n制作ノート')
const galaxy = plan('galaxy', '銀河プラン', '星座プランのすべて\nオンライン会', 3000)
const comet = plan('comet', '彗星プラン', '銀河プランのすべて\nバックナンバー12か月分', 16_000, 'year')
const all = [star, galaxy, comet]

describe('the benefits of a plan', () => {
  test.each([
    ['are its lines', star, ['毎月の動画', '制作ノート']],
    [
      'hold those of a plan that it includes, however far',
      comet,
      ['毎月の動画', '制作ノート', 'オンライン会', 'バックナンバー12か月分'],
    ],
    [
      'are told without bullets and empty lines, each once',
      plan('a', 'A', '・動画\n\n- 動画\n★ 手紙 '),
      ['動画', '手紙'],
    ],
    [
      'may be told in English',
      plan('b', 'Comet', 'Everything in 星座プラン\nLetters'),
      ['毎月の動画', '制作ノート', 'Letters'],
    ],
    [
      'keep a line that only names another plan',
      plan('c', 'C', '星座プランの方も来られる会'),
      ['星座プランの方も来られる会'],
    ],
    [
      'keep a line that says all beside a plan',
      plan('e', 'E', '星座プランにはない、すべての動画'),
      ['星座プランにはない、すべての動画'],
    ],
    ['may be told with quotes', plan('f', 'F', '「星座プラン」の内容すべて'), ['毎月の動画', '制作ノート']],
    ['keep a line that says all of something else', plan('d', 'D', 'すべての動画'), ['すべての動画']],
  ])('%s', (_, one, lines) => {
    expect([...benefitsOf(one, [...all, one])]).toEqual(lines)
  })

  describe('where some plans are told in English', () => {
    const inEnglish = (of: typeof star, name: string, description: string) => ({
      ...of,
      name,
      description,
      original: { name: of.name, description: of.description },
    })
    const told = inEnglish(star, 'Constellation', 'A video each month\nNotes from the studio')

    test('are compared as their creator wrote them, and told in English as far as it was given', () => {
      const plans = [told, galaxy, comet]
      expect(comparisonOf(plans)).toEqual([
        { line: 'A video each month', planIds: ['star', 'galaxy', 'comet'] },
        { line: 'Notes from the studio', planIds: ['star', 'galaxy', 'comet'] },
        { line: 'オンライン会', planIds: ['galaxy', 'comet'] },
        { line: 'バックナンバー12か月分', planIds: ['comet'] },
      ])
      expect(missingOf(told, plans)).toEqual([
        { line: 'オンライン会', planId: 'galaxy', name: '銀河プラン' },
        { line: 'バックナンバー12か月分', planId: 'comet', name: '彗星プラン' },
      ])
    })

    test('keep the words of their creator where the English ones are not line by line', () => {
      const other = inEnglish(star, 'Constellation', 'Videos and notes')
      expect([...benefitsOf(other, [other, galaxy])]).toEqual(['毎月の動画', '制作ノート'])
    })

    test('hold another plan that is named in English alone', () => {
      const all = inEnglish(galaxy, 'Galaxy', 'Everything in Constellation\nA gathering online')
      expect([...benefitsOf(all, [told, all])]).toEqual([
        'A video each month',
        'Notes from the studio',
        'A gathering online',
      ])
    })
  })

  test('of two plans that promise each other are told once', () => {
    const one = plan('one', 'Sun', 'Everything in Moon\nLight')
    const other = plan('other', 'Moon', 'Everything in Sun\nTides')
    expect([...benefitsOf(one, [one, other])].toSorted()).toEqual(['Light', 'Tides'])
  })

  test('the longest name counts where one begins with another', () => {
    const gold = plan('gold', '星座プラン・金', '金の便り')
    const one = plan('one', 'One', '星座プラン・金のすべて')
    expect([...benefitsOf(one, [star, gold, one])]).toEqual(['金の便り'])
  })
})

test('plans are compared line by line, in the order of the plans', () => {
  expect(comparisonOf(all)).toEqual([
    { line: '毎月の動画', planIds: ['star', 'galaxy', 'comet'] },
    { line: '制作ノート', planIds: ['star', 'galaxy', 'comet'] },
    { line: 'オンライン会', planIds: ['galaxy', 'comet'] },
    { line: 'バックナンバー12か月分', planIds: ['comet'] },
  ])
})

test('what a plan has not is told with the first plan that has it', () => {
  expect(missingOf(star, all)).toEqual([
    { line: 'オンライン会', planId: 'galaxy', name: '銀河プラン' },
    { line: 'バックナンバー12か月分', planId: 'comet', name: '彗星プラン' },
  ])
  expect(missingOf(comet, all)).toEqual([])
})

describe('a year', () => {
  test('is told by the month, rounded up, against the dearest months that it holds', () => {
    expect(savingOf(comet, all)).toEqual({ perMonth: 1334, against: { name: '銀河プラン', yen: 20_000 } })
  })
  test.each([
    ['of other benefits saves nothing', plan('x', 'X', '手紙', 12_000, 'year'), { perMonth: 1000, against: null }],
    [
      'that costs more saves nothing',
      plan('y', 'Y', '星座プランのすべて', 18_000, 'year'),
      { perMonth: 1500, against: null },
    ],
    ['is none for a monthly plan', galaxy, null],
  ])('%s', (_, one, saving) => {
    expect(savingOf(one, [star, galaxy, one])).toEqual(saving)
  })
  test('is not compared with a plan that promises nothing', () => {
    const silent = plan('s', 'S', '', 2000)
    expect(savingOf(plan('y', 'Y', '手紙', 6000, 'year'), [silent])).toEqual({ perMonth: 500, against: null })
  })
})
