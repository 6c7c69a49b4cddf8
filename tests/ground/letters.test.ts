import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { accentOf } from '#kit/color.ts'
import type { Letter, Reader } from '#kit/letter.ts'
import { mail } from '#server/mail/mail.ts'
import { mailPage } from '#server/mail/mailPage.tsx'
import { letters } from '../support/letters'

/* Every letter in both languages: the text and the face beside it say the same. */

const sender = { name: 'AOI', accentColor: '#2f6f8f' }
const reader = (locale: 'ja' | 'en'): Reader => ({ origin: 'https://club.example', locale, name: 'みお' })
const faceOf = (letter: Letter, locale: 'ja' | 'en', from = sender) => mailPage({ ...letter, locale, sender: from })
const textOf = (html: string) =>
  html
    .replace(/<style>.*?<\/style>/s, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

test('every letter that the program can write is in the table', async () => {
  const files = globSync('src/features/**/*mails.ts')
  const names = await Promise.all(
    files.map(async (file) => Object.entries(await import(`../../${file}`)).map(([name]) => name)),
  )
  const helpers = ['stopUrlOf', 'oneClickUrlOf']
  const written = new Set(letters.map(({ name }) => name))
  expect(files.length).toBeGreaterThan(15)
  expect(names.flat().filter((name) => !helpers.includes(name) && !written.has(name))).toEqual([])
})

const cases = letters.flatMap(({ name, write }) => (['ja', 'en'] as const).map((locale) => ({ name, locale, write })))

test.each(cases)('$name ($locale) says in its face what it says in its text', ({ locale, write }) => {
  const letter = write(reader(locale))
  expect(mail.parse({ to: 'fan@example.com', locale, sender, ...letter }).subject).toBe(letter.subject)
  const face = textOf(faceOf(letter, locale))
  for (const part of letter.parts) {
    for (const value of typeof part === 'string' ? [part] : Object.values(part)) {
      if (typeof part !== 'string' && value === part.kind) continue
      expect(face).toContain(value)
      expect(letter.text).toContain(value)
    }
  }
  expect(face.match(/<a [^>]*class="button"/g) ?? []).toHaveLength(
    letter.parts.filter((part) => typeof part === 'object' && part.kind === 'button').length,
  )
  // One thing to press at most, and it leads somewhere.
  expect(letter.parts.filter((part) => typeof part === 'object' && part.kind === 'button').length).toBeLessThanOrEqual(
    1,
  )
  expect(face).toContain(`lang="${locale}"`)
})

test.each(letters)('$name has no Japanese in its English letter', ({ write }) => {
  const { subject, text } = write({ ...reader('en'), name: 'Mio' })
  // What stands on the terminals of the stores is quoted as it stands there.
  const own = text.replaceAll(/“[^”]*” →/g, '')
  expect(`${subject}\n${own}`).not.toMatch(/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u)
})

test.each(cases)('$name ($locale) writes its days as its reader does', ({ locale, write }) => {
  const { subject, text } = write(reader(locale))
  expect(`${subject}\n${text}`.replaceAll(/https:\S+/g, '')).not.toMatch(/\d{4}-\d{2}/)
  if (locale === 'en') expect(text).not.toContain('・')
})

test('a letter keeps the club’s colour in dark, and an order’s number in one line', () => {
  const face = faceOf(ofBrand('AOI').letter, 'ja')
  const dark = /prefers-color-scheme: dark\) \{.*?\.card \{(.*?)\}/s.exec(face)?.[1]
  expect(dark).toContain(`border-color: ${accentOf(sender.accentColor).dark.accent} `)
  expect(face).toContain('<span style="white-space:nowrap">AOI-000128</span>')
})

const ofBrand = (name: string) => {
  const found = letters.find((one) => one.name === 'purchaseDone')
  if (!found) throw new Error('no letter')
  return { letter: found.write(reader('ja')), from: { ...sender, name } }
}

test('a name that carries markup is written as text', () => {
  const { letter, from } = ofBrand('<script>alert(1)</script>')
  const face = faceOf(letter, 'ja', from)
  expect(face).not.toContain('<script')
  expect(face).toContain('&lt;script&gt;')
})

test('a sender whose name would begin another header is refused', () => {
  const { letter, from } = ofBrand('AOI\r\nBcc: all@example.com')
  expect(mail.safeParse({ to: 'fan@example.com', locale: 'ja', sender: from, ...letter }).success).toBe(false)
})

test.each(['javascript:alert(1)', 'data:text/html,x', '//example.com'])('a link to %s is refused', (url) => {
  const { letter, from } = ofBrand('AOI')
  const parts = [...letter.parts, { kind: 'link' as const, label: 'x', url }]
  expect(mail.safeParse({ to: 'fan@example.com', locale: 'ja', sender: from, ...letter, parts }).success).toBe(false)
})

test.each(['https://bad.example', 'call 03/1234', 'a@b.example', 'あ'.repeat(31)])(
  'a name that could carry a message (%s) is not greeted by',
  (name) => {
    const found = letters.find((one) => one.name === 'purchaseDone')
    expect(found?.write({ ...reader('ja'), name }).text).not.toContain(name)
    expect(found?.write(reader('ja')).text).toMatch(/^みお さん\n/)
  },
)
