/**
 * The chains of stores that take a voucher, in the order of the provider's page. `terminal`: what one presses there, or says at
 * the counter, in the language of the store.
 */
const chains: Record<string, { ja: string; en: string; terminal: string }> = {
  familymart: { ja: 'ファミリーマート', en: 'FamilyMart', terminal: '代金支払い' },
  lawson: { ja: 'ローソン', en: 'Lawson', terminal: '各種番号をお持ちの方' },
  ministop: { ja: 'ミニストップ', en: 'Ministop', terminal: '各種番号をお持ちの方' },
  seicomart: { ja: 'セイコーマート', en: 'Seicomart', terminal: 'インターネット代金の支払い' },
}
const order = Object.keys(chains)
const rank = (store: string) => (order.indexOf(store) + order.length + 1) % (order.length + 1)

export const storeName = (store: string, locale: 'ja' | 'en') => chains[store]?.[locale] ?? store
export const storeTerminal = (store: string) => chains[store]?.terminal ?? null

/** All of them in one text, as on pages that say where one can pay. */
export const storeNames = (locale: string | undefined): string => {
  const language = locale === 'en' ? 'en' : 'ja'
  const names = Object.values(chains).map((chain) => chain[language])
  return language === 'ja' ? names.join('、') : new Intl.ListFormat('en', { type: 'disjunction' }).format(names)
}

/** Unknown chains follow the known ones. */
export const inStoreOrder = <Of extends { store: string }>(stores: readonly Of[]): Of[] =>
  stores.toSorted((a, b) => rank(a.store) - rank(b.store))
