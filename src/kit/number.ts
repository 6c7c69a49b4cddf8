/**
 * A whole number with separators, 12,345, the same in both languages. `Intl` would load its tables during the first
 * paint.
 */
export const grouped = (whole: number): string => String(whole).replace(/\B(?=(\d{3})+$)/g, ',')
