/** First characters that make a spreadsheet read a cell as a formula, with full-width ones for Japanese versions. */
const isFormula = (text: string) => /^[=+\-@\t\r＝＋－＠]/.test(text)

/** Quoted with an apostrophe before it, a formula is a text in every spreadsheet. */
export const asText = (text: string) => (isFormula(text) ? `'${text}` : text)

export type Cell = string | number

const cell = (value: Cell, written: (text: string) => string): string => {
  if (typeof value === 'number') return String(value)
  const text = written(value)
  const safe = asText(text)
  return /[",\r\n]/.test(safe) || safe !== text ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * A table for spreadsheets: UTF-8 with BOM, lines that end with CR LF. `written` converts a cell to the file's
 * encoding: a converted sign may begin a formula, so the result is checked.
 */
export const csvOf = (rows: readonly (readonly Cell[])[], written: (text: string) => string = (text) => text): string =>
  `\ufeff${rows.map((row) => row.map((value) => cell(value, written)).join(',')).join('\r\n')}\r\n`
