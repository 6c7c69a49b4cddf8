type Words = Record<string, unknown>
const modules = {
  ja: import.meta.glob<Words>('../../src/**/{words,portalWords}.ja.ts', { eager: true }),
  en: import.meta.glob<Words>('../../src/**/{words,portalWords}.en.ts', { eager: true }),
}

/** All texts in a value, however deep. */
export const leavesOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : []
}

/** What stands on the screens in a language, letter by letter. */
export const shownWords = (locale: 'ja' | 'en') => new Set(Object.values(modules[locale]).flatMap(leavesOf))
