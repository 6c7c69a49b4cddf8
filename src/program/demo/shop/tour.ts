/* What is sold on the demo's tour, and where it goes. */

export const kinds = [
  {
    name: 'ツアーTシャツ',
    price: 3500,
    variations: ['S', 'M', 'L'],
    text: '公演の日付を背中に入れました。',
    english: { name: 'Tour T-shirt', text: 'With the days of the tour on its back.', variations: ['S', 'M', 'L'] },
  },
  {
    name: '会場限定タオル',
    price: 2200,
    variations: [''],
    text: '会場ごとに色が変わります。',
    english: { name: 'Towel of the venue', text: 'Each venue has its own colour.', variations: [''] },
  },
  {
    name: 'ペンライト',
    price: 3000,
    variations: [''],
    text: '星の形に光ります。電池つきです。',
    english: { name: 'Penlight', text: 'Shines in the shape of a star. Batteries included.', variations: [''] },
  },
  {
    name: '公演パンフレット',
    price: 2500,
    variations: [''],
    text: '全48ページ。撮りおろしの写真を載せました。',
    english: { name: 'Programme', text: '48 pages, with pictures taken for it.', variations: [''] },
  },
  {
    name: '銀テープキーホルダー',
    price: 900,
    variations: ['金', '銀'],
    text: '終演後の銀テープを閉じこめました。',
    english: {
      name: 'Silver tape keyring',
      text: 'The silver tape of the last song, kept.',
      variations: ['Gold', 'Silver'],
    },
  },
] as const
export const subjects = ['shirt', 'towel', 'penlight', 'booklet', 'keyring'] as const
export const citiesInEnglish = [
  'Tokyo',
  'Osaka',
  'Nagoya',
  'Fukuoka',
  'Sapporo',
  'Sendai',
  'Hiroshima',
  'Kanazawa',
  'Naha',
] as const
export const cities = ['東京', '大阪', '名古屋', '福岡', '札幌', '仙台', '広島', '金沢', '那覇'] as const
