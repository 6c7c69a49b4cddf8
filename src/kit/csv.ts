/** What a spreadsheet would take for a formula begins with one of these. */
const isFormula = (text: string) => /^[=+\-@\t\r]/.test(text)

const cell = (value: string | number): string => {
  if (typeof value === 'number') return String(value)
  // Quoted with an apostrophe before it, a formula is a text in every spreadsheet.
  const safe = isFormula(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) || safe !== value ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A table as spreadsheets read it: UTF-8 with its mark, lines that end with CR LF. */
export const csvOf = (rows: readonly (readonly (string | number)[])[]): string =>
  `\ufeff${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
