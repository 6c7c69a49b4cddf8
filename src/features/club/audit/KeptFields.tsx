import { chakra } from '@chakra-ui/react'
import { Fragment } from 'react'
import { type Locale, useLocale } from '#client/words.tsx'
import { Link } from '#ui/Link.tsx'
import { dateText, monthText } from '#ui/text/DateText.tsx'
import { yenText } from '#ui/text/MoneyText.tsx'
import { sizeText } from '#ui/text/sizeText.ts'
import { type AuditEntry, type Detail, itemsOf, listFields, momentFields, monthOfValue, yenFields } from './kept'
import { hrefOfDetail } from './links'
import { useAuditWords } from './words'
import type { AuditWordsText } from './words.ja'

/** What a kept field says, in the words of the screens. */
export const valueText = (detail: Detail, words: AuditWordsText, locale: Locale): string => {
  const { name, value, count } = detail
  const named = (one: string) => (name === 'role' ? words.roles : words.values[name])?.[one] ?? one
  if (count !== undefined) {
    if (!listFields.has(name)) return words.some(count)
    const items = itemsOf(detail)
    const more = count > items.length ? [words.more(count - items.length)] : []
    return [...items.map(named), ...more].join(locale === 'ja' ? '、' : ', ')
  }
  if (momentFields.has(name) && /^\d+$/.test(value)) return dateText(Number(value), locale, { short: true, hour: true })
  if (yenFields.has(name)) return yenText(Number(value))
  if (name === 'size') return sizeText(Number(value))
  const month = monthOfValue(detail)
  if (month) return monthText(month, locale)
  if (detail.isYes !== undefined) return detail.isYes ? words.yes : words.no
  return named(value)
}

const Fields = chakra('span', {
  base: {
    display: 'block',
    mt: 0.5,
    color: 'muted',
    fontSize: 'xs',
    fontWeight: 'normal',
    lineHeight: '1.6',
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
    '& a': { color: 'accentText', textDecoration: 'underline' },
  },
})

/** What was kept of an act: things that have a screen lead to it. */
export const KeptFields = ({ tenantId, entry }: { tenantId: string; entry: AuditEntry }) => {
  const words = useAuditWords()
  const locale = useLocale()
  if (entry.details.length === 0) return null
  return (
    <Fields>
      {entry.details.map((detail, n) => {
        const { name } = detail
        const href = hrefOfDetail({ tenantId }, entry, detail)
        const label = words.fields[name] ?? name
        const text = words.field(label, detail.called ?? valueText(detail, words, locale))
        return (
          <Fragment key={name}>
            {n > 0 && ' · '}
            {/* An id says nothing to people: the thing is what they open, by its name where it still has one. */}
            {href === null ? text : <Link href={href}>{name.endsWith('Id') && !detail.called ? label : text}</Link>}
          </Fragment>
        )
      })}
    </Fields>
  )
}
