import { describe, expect, test } from 'vitest'
import { labelLines, widthIn } from '#shop/desk/files/fit.ts'

/* Addresses in carriers' columns: whole, and torn only where a reader expects it (rule: goods.fit). */

const to = (values: object) => ({
  recipientName: '青井 そら',
  prefecture: '東京都',
  town: '渋谷区神南',
  address: '1-2-3',
  building: '',
  ...values,
})
const limits = {
  b2cloud: [32, 16],
  ehidenIII: [16, 16, 16],
  yuprintR: [25, 25, 25],
  clickPost: [20, 20, 20, 20],
} as const
type Carrier = keyof typeof limits
const carriers = Object.keys(limits) as Carrier[]

describe('an address in a carrier’s columns', () => {
  test('has its building in the column of the building', () => {
    const { place, misfits } = labelLines('b2cloud', to({ building: 'ひだまり荘 201' }))
    expect(place).toEqual(['東京都渋谷区神南1-2-3', 'ひだまり荘 201'])
    expect(misfits).toEqual([])
  })

  test('also where the buyer wrote the building behind the house number, and both are too long for one', () => {
    const address = '1丁目23番45号 グランドレジデンス嵐山渡月橋ヒルズ302'
    const { place, misfits } = labelLines(
      'b2cloud',
      to({ prefecture: '京都府', town: '京都市右京区嵯峨天龍寺', address }),
    )
    expect(place).toEqual(['京都府京都市右京区嵯峨天龍寺1丁目23番45号', 'グランドレジデンス嵐山渡月橋ヒルズ302'])
    expect(misfits).toMatchObject([{ field: 'address', over: 2.5 }])
  })

  test('is not too long because of where the buyer put the building', () => {
    const address = '1丁目23番45号 グランドレジデンス嵐山302'
    const { place, misfits } = labelLines(
      'b2cloud',
      to({ prefecture: '京都府', town: '京都市右京区嵯峨天龍寺芒ノ馬場町', address }),
    )
    expect(place).toEqual(['京都府京都市右京区嵯峨天龍寺芒ノ馬場町1丁目23番45号', 'グランドレジデンス嵐山302'])
    expect(misfits).toEqual([])
  })

  const places = [
    ['東京都', '世田谷区北沢', '2丁目34番56号', 'コーポ下北沢 1203号室'],
    ['北海道', '札幌市中央区南二十三条西', '12丁目3-45-678', 'サンライズ山鼻パーク A-1001'],
    ['神奈川県', '横浜市西区みなとみらい', '３－４－５６７', 'ブリリア第２タワー８０９'],
    ['愛知県', '名古屋市中区錦三丁目', '15番地の22', 'NISHIKI CENTRAL BUILDING 7F'],
    ['京都府', '京都市上京区一条通御前通西入大上之町', '82-1', ''],
    ['大阪府', '大阪市北区梅田', '1-2-3', ''],
  ] as const
  const numbers = /[0-9０-９]+(?:(?:丁目|番地の?|番|号|[-－])[0-9０-９]+)*/g
  test.each(carriers)('%s: nothing is lost, and no house number is torn', (carrier) => {
    for (const [prefecture, town, address, building] of places) {
      const { place, misfits } = labelLines(carrier, to({ prefecture, town, address, building }))
      const all = prefecture + town + address + building
      expect(place.join('').replaceAll(' ', '')).toBe(all.replaceAll(' ', ''))
      for (const number of all.match(numbers) ?? [])
        expect(
          place.some((line) => line.includes(number)),
          `${number} in ${place.join(' | ')}`,
        ).toBe(true)
      expect(misfits, place.join(' | ')).toEqual([])
      for (const [n, line] of place.entries()) expect(widthIn(line)).toBeLessThanOrEqual(limits[carrier][n] ?? 0)
    }
  })

  test.each(carriers)('%s: what does not fit is said with how much it is too long', (carrier) => {
    const total = limits[carrier].reduce((sum, width) => sum + width, 0)
    const { misfits } = labelLines(carrier, to({ address: 'あ'.repeat(total), building: '' }))
    expect(misfits).toMatchObject([{ field: 'address' }])
    expect(misfits[0]?.over).toBeGreaterThanOrEqual(8)
    expect(labelLines(carrier, to({ recipientName: 'ながい'.repeat(20) })).misfits).toMatchObject([
      { field: 'recipientName' },
    ])
  })
})
