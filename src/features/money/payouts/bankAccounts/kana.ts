import { katakanaOf } from '#kit/kana.ts'

/*
 * A holder's name as banks take it (rule: money.holder): half-width kana, capital letters, digits and few signs, marks of voiced
 * sounds counted.
 */
export type HolderType = 'individual' | 'corporation'
/** What a transfer carries of it: banks compare that much. */
export const holderWidth = 30
/** The longest that a bank keeps. */
export const holderMost = 48

const small: Record<string, string> = {
  ァ: 'ア',
  ィ: 'イ',
  ゥ: 'ウ',
  ェ: 'エ',
  ォ: 'オ',
  ャ: 'ヤ',
  ュ: 'ユ',
  ョ: 'ヨ',
  ッ: 'ツ',
  ヮ: 'ワ',
  ヵ: 'カ',
  ヶ: 'ケ',
}
const fullKana = 'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン'
const halfKana = 'ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜﾝ'
const half = new Map([...fullKana].map((kana, n) => [kana, [...halfKana][n] ?? '']))

/** Company types and their abbreviations in bank records, longest first. */
const companies: readonly (readonly [name: string, short: string])[] = [
  ['特定非営利活動法人', 'トクヒ'],
  ['一般社団法人', 'シヤ'],
  ['公益社団法人', 'シヤ'],
  ['一般財団法人', 'ザイ'],
  ['公益財団法人', 'ザイ'],
  ['社会福祉法人', 'フク'],
  ['医療法人', 'イ'],
  ['学校法人', 'ガク'],
  ['宗教法人', 'シユウ'],
  ['株式会社', 'カ'],
  ['有限会社', 'ユ'],
  ['合同会社', 'ド'],
  ['合名会社', 'メ'],
  ['合資会社', 'シ'],
  ['カブシキガイシャ', 'カ'],
  ['カブシキガイシヤ', 'カ'],
  ['ユウゲンガイシャ', 'ユ'],
  ['ユウゲンガイシヤ', 'ユ'],
  ['ゴウドウガイシャ', 'ド'],
  ['ゴウドウガイシヤ', 'ド'],
]

const shortened = (text: string): string => {
  let result = text
  for (const [name, short] of companies) {
    if (result.startsWith(name)) result = `${short})${result.slice(name.length).trimStart()}`
    else if (result.endsWith(name)) result = `${result.slice(0, -name.length).trimEnd()}(${short}`
    else if (result.includes(name)) result = result.replace(name, `(${short})`)
  }
  return result
}

export type Holder = {
  /** The name in the bank's format. */
  text: string
  width: number
  /** Characters that the bank's format cannot represent. */
  invalid: string[]
  warnings: ('changed' | 'tooWide' | 'noSpace' | 'noKana')[]
}

/** Converts a name to the bank's format, and reports what was changed or is not allowed. */
export const normalizeHolder = (given: string, type: HolderType): Holder => {
  const plain = katakanaOf(given)
    .replace(/[ァィゥェォャュョッヮヵヶ]/g, (c) => small[c] ?? c)
    .replace(/ヲ/g, 'オ')
    .replace(/ヴ/g, 'ウ\u3099')
    .replace(/[ー―‐‑‒–—−ｰ－]/g, '-')
    .replace(/[・･]/g, '.')
    .replace(/\s+/g, ' ')
    .trim()
    .toUpperCase()
  const named = (type === 'corporation' ? shortened(plain) : plain).replace(
    /[ァィゥェォャュョッ]/g,
    (c) => small[c] ?? c,
  )
  // In half-width kana a voiced sound is two characters: the plain letter and its mark.
  const parts = named
    .normalize('NFD')
    .replace(/\u3099/g, 'ﾞ')
    .replace(/\u309a/g, 'ﾟ')
    .replace(/[゛]/g, 'ﾞ')
    .replace(/[゜]/g, 'ﾟ')
  const invalid: string[] = []
  const text = [...parts]
    .map((c) => {
      const kana = half.get(c)
      if (kana) return kana
      if (/[A-Z0-9ﾞﾟ ().\-/]/.test(c)) return c
      if (!invalid.includes(c)) invalid.push(c)
      return ''
    })
    .join('')
  const width = [...text].length
  const warnings: Holder['warnings'] = []
  if (text !== given) warnings.push('changed')
  if (width > holderWidth) warnings.push('tooWide')
  if (type === 'individual' && !text.includes(' ')) warnings.push('noSpace')
  if (!/[ｱ-ﾝA-Z]/.test(text)) warnings.push('noKana')
  return { text, width, invalid, warnings }
}

/** Whether two names are equal to a bank, which ignores spaces and punctuation. */
export const sameHolder = (one: string, other: string, type: HolderType) => {
  const bare = (text: string) => normalizeHolder(text, type).text.replace(/[ ().\-/]/g, '')
  return bare(one) === bare(other)
}

/**
 * Converts a post office account's 記号 and 番号 to the branch and account number of bank 9900. Null if the numbers are
 * invalid. A sixth digit of the 記号 (再発行) is ignored.
 */
export const convertYuchoNumbers = (
  kigou: string,
  bangou: string,
): { bankCode: string; branchCode: string; accountType: 'ordinary' | 'checking'; accountNumber: string } | null => {
  const digits = (text: string) => text.normalize('NFKC').replace(/[\s\-ー‐−]/g, '')
  const [symbol, number] = [digits(kigou), digits(bangou)]
  if (!/^[01]\d{3}0\d?$/.test(symbol) || !/^\d{1,8}$/.test(number)) return null
  const isOrdinary = symbol.startsWith('1')
  // An ordinary account's number ends in 1, which is dropped; transfer accounts keep all digits.
  if (isOrdinary && (number.length < 2 || !number.endsWith('1'))) return null
  if (!isOrdinary && number.length > 7) return null
  return {
    bankCode: '9900',
    branchCode: `${symbol.slice(1, 3)}${isOrdinary ? '8' : '9'}`,
    accountType: isOrdinary ? 'ordinary' : 'checking',
    accountNumber: (isOrdinary ? number.slice(0, -1) : number).padStart(7, '0'),
  }
}
