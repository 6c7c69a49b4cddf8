import { z } from 'zod'

/*
 * The text that a creator may give in English beside the one that they wrote first (rule: texts.english). It is stored beside it, under
 * the same names, and readers of the English site are answered with it in its place.
 */

/** In a payload: optional, and unchanged if omitted. What is empty or missing in it was not given. */
export const englishTexts = <Shape extends Record<string, z.ZodType<string>>>(shape: Shape) => z.object(shape).partial()

export type English<Name extends string> = { [Key in Name]?: string | undefined }

/** What a reader of this language is told of a row. */
export const inLanguage = <Row extends { english: English<string> }>(
  { english, ...row }: Row,
  locale: 'ja' | 'en',
): Omit<Row, 'english'> => {
  if (locale === 'ja') return row
  const given = Object.entries(english).filter(([name, text]) => text && name in row)
  return { ...row, ...Object.fromEntries(given) }
}

export const allInLanguage = <Row extends { english: English<string> }>(
  rows: readonly Row[],
  locale: 'ja' | 'en',
): Omit<Row, 'english'>[] => rows.map((row) => inLanguage(row, locale))

/** What has a name, as its reader is told it. */
export type Named = { name: string; english: English<'name'> }
export const nameFor = ({ name, english }: Named, { locale }: { locale: 'ja' | 'en' }): string =>
  inLanguage({ name, english }, locale).name

/** Of a form: what was given, and empty texts for what was not. */
export const englishValues = <Name extends string>(english: English<Name>, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, english[name] ?? ''])) as Record<Name, string>
