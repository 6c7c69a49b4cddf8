import { Body } from '@react-email/body'
import { Button } from '@react-email/button'
import { Column } from '@react-email/column'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Hr } from '@react-email/hr'
import { Html } from '@react-email/html'
import { Link } from '@react-email/link'
import { Preview } from '@react-email/preview'
import { Row } from '@react-email/row'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import { renderToStaticMarkup } from 'react-dom/server'
import { type Accent, accentOf, defaultAccent } from '#kit/color.ts'
import type { Part } from '#kit/letter.ts'
import type { Mail } from './mail'

/*
 * The face of a mail: tables and inline styles, because mail programs know little else. A program that knows dark mode takes the
 * classes' colours; one that does not shows the light ones.
 */

const platform = { ja: '集い', en: 'Tsudoi' }
const footer = {
  ja: (name: string) => `このメールは、${name}から集い（ファンクラブの運営サービス）でお送りしています。`,
  en: (name: string) => `${name} sends this mail with Tsudoi, software for running fan clubs.`,
}
const platformFooter = {
  ja: 'このメールは、集い（ファンクラブの運営サービス）からお送りしています。',
  en: 'This mail is sent by Tsudoi, software for running fan clubs.',
}

const font =
  '"Hiragino Sans", "Hiragino Kaku Gothic ProN", "Noto Sans JP", "Yu Gothic", Meiryo, system-ui, -apple-system, "Segoe UI", sans-serif'
const colors = { ground: '#f4f1ee', surface: '#ffffff', ink: '#1f1c19', muted: '#625c56', line: '#e4dfda' }

const styleSheet = ({ text, accent, onAccent }: Accent) => `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (max-width: 480px) { .card { padding: 24px 20px !important; } }
  @media (prefers-color-scheme: dark) {
    .ground, .ground > table > tbody > tr > td { background-color: #141210 !important; }
    .card { background-color: #1f1c19 !important; border-color: ${accent} #3a342f #3a342f !important; }
    .ink { color: #f3eeea !important; }
    .muted { color: #b8b0a8 !important; }
    .line { border-color: #3a342f !important; }
    .link { color: ${text} !important; }
    .button { background-color: ${accent} !important; color: ${onAccent} !important; }
  }`

type Table = Exclude<Part, string | { kind: 'button' | 'link' }>
type Block = { rows: Table[] } | Exclude<Part, Table>

/** Facts that follow each other are one table, lines of a list another; empty texts only set the plain version apart. */
const blocksOf = (parts: readonly Part[]): Block[] => {
  const blocks: Block[] = []
  for (const part of parts) {
    if (part === '') continue
    const last = blocks.at(-1)
    if (typeof part === 'string' || part.kind === 'button' || part.kind === 'link') blocks.push(part)
    else if (typeof last === 'object' && 'rows' in last && last.rows[0]?.kind === part.kind) last.rows.push(part)
    else blocks.push({ rows: [part] })
  }
  return blocks
}

const keyOf = (value: object | string) => JSON.stringify(value)

const cell = { padding: '6px 0', fontSize: '0.875rem', lineHeight: '1.6', verticalAlign: 'top' } as const

const TableRow = ({ part }: { part: Table }) => {
  const isFact = part.kind === 'fact'
  const [name, value] = isFact ? [part.label, part.value] : [part.name, part.amount]
  return (
    <Row>
      <Column
        className={isFact ? 'muted' : 'ink'}
        style={{ ...cell, color: isFact ? colors.muted : colors.ink, width: isFact ? '36%' : '72%' }}
      >
        {name}
      </Column>
      <Column
        className="ink"
        style={{ ...cell, color: colors.ink, paddingLeft: 12, textAlign: isFact ? 'left' : 'right' }}
      >
        {value}
      </Column>
    </Row>
  )
}

const ShownBlock = ({ block, look }: { block: Block; look: Accent }) => {
  if (typeof block === 'string')
    return (
      <Text
        className="ink"
        style={{ margin: '0 0 16px', fontSize: 15, lineHeight: '1.8', color: colors.ink, whiteSpace: 'pre-wrap' }}
      >
        {block}
      </Text>
    )
  if ('rows' in block)
    return (
      <Section className="line" style={{ margin: '0 0 12px', paddingTop: 8, borderTop: `1px solid ${colors.line}` }}>
        {block.rows.map((part) => (
          <TableRow key={keyOf(part)} part={part} />
        ))}
      </Section>
    )
  if (block.kind === 'link')
    return (
      <Text style={{ margin: '0 0 12px', fontSize: 14, lineHeight: '1.7' }}>
        <Link href={block.url} className="link" style={{ color: look.text, textDecoration: 'underline' }}>
          {block.label}
        </Link>
      </Text>
    )
  return (
    <Section style={{ margin: '8px 0 24px' }}>
      <Button
        href={block.url}
        className="button"
        style={{
          backgroundColor: look.accent,
          color: look.onAccent,
          borderRadius: 10,
          padding: '14px 22px',
          fontSize: 15,
          fontWeight: 700,
          lineHeight: '1.4',
          textDecoration: 'none',
        }}
      >
        {block.label}
      </Button>
    </Section>
  )
}

/** Order numbers stay in one line. */
const unbroken = (subject: string) =>
  subject.split(/([A-Z]+-\d+)/).map((part, n) =>
    n % 2 === 0 ? (
      part
    ) : (
      <span key={part} style={{ whiteSpace: 'nowrap' }}>
        {part}
      </span>
    ),
  )

/** The HTML that stands beside a mail's text. */
export const mailPage = ({
  subject,
  locale,
  sender,
  parts,
}: Pick<Mail, 'subject' | 'locale' | 'sender'> & { parts: readonly Part[] }): string => {
  const name = sender?.name ?? platform[locale]
  const { light, dark } = accentOf(sender?.accentColor ?? defaultAccent)
  const opening = parts.find((part) => typeof part === 'string' && part.length > 30)
  return `<!DOCTYPE html>${renderToStaticMarkup(
    <Html lang={locale}>
      <Head>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own rules, with colours that accentOf has written */}
        <style dangerouslySetInnerHTML={{ __html: styleSheet(dark) }} />
      </Head>
      {typeof opening === 'string' && <Preview>{opening}</Preview>}
      <Body className="ground" style={{ margin: 0, backgroundColor: colors.ground, fontFamily: font }}>
        <Container style={{ maxWidth: '600px', padding: '24px 12px' }}>
          <Section
            className="card"
            style={{
              backgroundColor: colors.surface,
              border: `1px solid ${colors.line}`,
              borderTop: `4px solid ${light.accent}`,
              borderRadius: '12px',
              padding: '32px 36px',
            }}
          >
            <Text
              className="muted"
              style={{ margin: '0 0 4px', fontSize: '0.8125rem', color: colors.muted, fontWeight: 700 }}
            >
              {name}
            </Text>
            <Text
              className="ink"
              style={{
                ...{ margin: '0 0 20px', fontSize: '1.25rem', lineHeight: '1.5', fontWeight: 700, color: colors.ink },
                // Where it is known: no line of one letter, and Japanese breaks between words.
                ...{ textWrap: 'balance', wordBreak: 'auto-phrase' },
              }}
            >
              {unbroken(subject)}
            </Text>
            {blocksOf(parts).map((block) => (
              <ShownBlock key={keyOf(block)} block={block} look={light} />
            ))}
            <Hr className="line" style={{ borderColor: colors.line, margin: '24px 0 12px' }} />
            <Text className="muted" style={{ margin: 0, fontSize: '0.75rem', lineHeight: '1.7', color: colors.muted }}>
              {sender ? footer[locale](name) : platformFooter[locale]}
            </Text>
          </Section>
        </Container>
      </Body>
    </Html>,
  )}`
}
