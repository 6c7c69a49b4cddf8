/** A whole number by thousands, 12,345, alike in both languages. `Intl` would load its tables during the first paint. */
export const grouped = (whole: number): string => String(whole).replace(/\B(?=(\d{3})+$)/g, ',')
