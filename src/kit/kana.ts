/** Syllables by their usual spellings, Hepburn's and the keyboard's. */
const syllables: Record<string, string> = {}
const rows: [string, string][] = [
  ['', 'あいうえお'],
  ['k', 'かきくけこ'],
  ['g', 'がぎぐげご'],
  ['s', 'さしすせそ'],
  ['z', 'ざじずぜぞ'],
  ['t', 'たちつてと'],
  ['d', 'だぢづでど'],
  ['n', 'なにぬねの'],
  ['h', 'はひふへほ'],
  ['b', 'ばびぶべぼ'],
  ['p', 'ぱぴぷぺぽ'],
  ['m', 'まみむめも'],
  ['r', 'らりるれろ'],
]
for (const [consonant, kana] of rows)
  for (const [n, vowel] of [...'aiueo'].entries()) syllables[consonant + vowel] = kana[n] ?? ''
for (const [consonant, kana] of [...rows, ['ch', ' ち'], ['sh', ' し'], ['j', ' じ']] as const) {
  const y = consonant.length === 2 || consonant === 'j' ? consonant : `${consonant}y`
  if (consonant !== '')
    for (const [vowel, small] of [
      ['a', 'ゃ'],
      ['u', 'ゅ'],
      ['o', 'ょ'],
    ] as const)
      syllables[y + vowel] = `${kana[1]}${small}`
}
Object.assign(syllables, {
  shi: 'し',
  chi: 'ち',
  tsu: 'つ',
  fu: 'ふ',
  ji: 'じ',
  ya: 'や',
  yu: 'ゆ',
  yo: 'よ',
  wa: 'わ',
  wo: 'を',
  nn: 'ん',
  "n'": 'ん',
  she: 'しぇ',
  che: 'ちぇ',
  je: 'じぇ',
  fa: 'ふぁ',
  fi: 'ふぃ',
  fe: 'ふぇ',
  fo: 'ふぉ',
  va: 'ゔぁ',
  vi: 'ゔぃ',
  ve: 'ゔぇ',
  la: 'ら',
  li: 'り',
  lu: 'る',
  le: 'れ',
  lo: 'ろ',
})

const syllableAt = (text: string): [string, number] | null => {
  for (const length of [3, 2, 1]) {
    const kana = syllables[text.slice(0, length)]
    if (kana) return [kana, length]
  }
  const [first = '', second = ''] = text
  if (first === second && /[a-z]/.test(first) && !'aiueon'.includes(first)) return ['っ', 1]
  return first === 'n' ? ['ん', 1] : null
}

/**
 * Japanese in hiragana, from katakana, hiragana or Latin letters, so that the three are compared: "ukeru", "ウケル" and
 * "うける" are the same. Marks of long vowels are left out. Letters that make no syllable stay: "uker" becomes "うけr".
 */
export const hiraganaOf = (text: string): string => {
  let rest = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u30a1-\u30f4]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0x60))
    .replace(/[ー-]/g, '')
  let kana = ''
  while (rest !== '') {
    const [syllable, length] = syllableAt(rest) ?? [rest.charAt(0), 1]
    kana += syllable
    rest = rest.slice(length)
  }
  return kana
}

/** What something is called: all names in small letters, and how they are read. */
export type Called = { all: string; kana: string }

/** Whether it is also called by this word (in small letters), in kana or in Latin letters, or so far as it is typed. */
export const isCalled = ({ all, kana }: Called, word: string): boolean => {
  const read = hiraganaOf(word)
  // While a syllable is being typed its first letters stand at the end.
  const begun = read.replace(/[a-z]+$/, '')
  return all.includes(word) || (begun !== '' && kana.includes(begun) && begun.length >= Math.min(2, read.length))
}

/** A reading as forms and banks write it: full-width katakana, from hiragana and from half-width signs. */
export const katakanaOf = (text: string): string =>
  text.normalize('NFKC').replace(/[\u3041-\u3096]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0x60))
