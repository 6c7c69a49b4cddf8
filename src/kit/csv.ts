/** What a spreadsheet would take for a formula begins with one of these, the full-width ones of a Japanese one among them. */
const isFormula = (text: string) => /^[=+\-@\t\r＝＋－＠]/.test(text)

const cell = (value: string | number, written: (text: string) => string): string => {
  if (typeof value === 'number') return String(value)
  const text = written(value)
  // Quoted with an apostrophe before it, a formula is a text in every spreadsheet.
  const safe = isFormula(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) || safe !== text ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * A table as spreadsheets read it: UTF-8 with its mark, lines that end with CR LF. `written` is what a cell becomes in the
 * encoding of its file: a sign may become one that begins a formula, so that is what is looked at.
 */
export const csvOf = (
  rows: readonly (readonly (string | number)[])[],
  written: (text: string) => string = (text) => text,
): string => `\ufeff${rows.map((row) => row.map((value) => cell(value, written)).join(',')).join('\r\n')}\r\n`
