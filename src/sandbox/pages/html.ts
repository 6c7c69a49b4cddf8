import { colorModeCookie } from '#kit/colorMode.ts'
import { formatYen } from '#kit/money.ts'
import type { Instant } from '#kit/time.ts'
import type { Locale } from '#server/proven.ts'
import en from './words.en'
import ja, { type SandboxPageWords } from './words.ja'

/*
 * The sandbox's pages are plain HTML in the product's style: they represent another company's site, run no script, and
 * work without the program's own pages.
 */
export const wordsOf = (locale: Locale): SandboxPageWords => (locale === 'en' ? en : ja)

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** Text that is already markup, and is inserted unescaped. */
export class Markup {
  constructor(readonly text: string) {}
}
type Part = string | number | Markup | false | null | undefined | readonly Part[]

const textOf = (part: Part): string => {
  if (part === false || part === null || part === undefined) return ''
  if (part instanceof Markup) return part.text
  if (typeof part === 'object') return part.map(textOf).join('')
  return String(part).replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
}

/** Inserted text is escaped. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Markup =>
  new Markup(strings.map((text, i) => text + textOf(parts[i])).join(''))

export const yen = formatYen

export const dateText = (at: Instant, locale: Locale) =>
  new Intl.DateTimeFormat(locale === 'ja' ? 'ja-JP' : 'en-GB', {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: 'Asia/Tokyo',
  }).format(at)

const styles = `
:root{--canvas:#faf9f7;--surface:#fff;--sunken:#f4f1ed;--border:#e7e2db;--strong:#cfc8be;--text:#1f1b16;--muted:#665f56;--accent:#5a3fd1;--on:#fff;--soft:#f1eefc;--accent-text:#4f36c0;--ok:#14673d;--ok-soft:#e5f4eb;--bad:#ad241b;--bad-soft:#fdecea;--warn:#855800;--warn-soft:#fff3d4}
[data-mode=dark]{--canvas:#161412;--surface:#1f1c19;--sunken:#191614;--border:#35302a;--strong:#4c453d;--text:#f3efe9;--muted:#b0a79c;--accent:#8f78f0;--on:#14101f;--soft:#2b2443;--accent-text:#b3a3f8;--ok:#7fd6a2;--ok-soft:#16301f;--bad:#f2a19a;--bad-soft:#3a1b18;--warn:#f0c674;--warn-soft:#352a10}
*{box-sizing:border-box;margin:0}
body{font:15px/1.7 "Noto Sans JP","Hiragino Sans","Yu Gothic UI",Meiryo,sans-serif;background:var(--canvas);color:var(--text);padding:24px 16px 64px}
main{max-width:560px;margin:0 auto;display:grid;gap:20px}
h1{font-size:22px;line-height:1.35;font-feature-settings:"palt";word-break:auto-phrase}
h2{font-size:16px;line-height:1.4}
.tag{justify-self:start;padding:2px 10px;border-radius:99px;font-size:12.5px;font-weight:600;color:var(--warn);background:var(--warn-soft)}
.card{background:var(--surface);border:1px solid var(--border);border-radius:16px;padding:20px;display:grid;gap:14px}
.row{display:flex;justify-content:space-between;gap:16px;align-items:baseline}
.row span:last-child,.num{font-variant-numeric:tabular-nums;white-space:nowrap}
.sum{border-top:1px solid var(--border);padding-top:12px;font-weight:700;font-size:18px}
.muted{color:var(--muted);font-size:14px}
fieldset{border:0;padding:0;display:grid;gap:8px}
legend{font-weight:600;padding:0;margin-bottom:6px}
label{display:flex;gap:10px;align-items:center;min-height:44px;padding:8px 14px;border:1px solid var(--border);border-radius:10px;cursor:pointer}
label:has(:checked){border-color:var(--accent);background:var(--soft)}
input[type=radio]{accent-color:var(--accent);width:18px;height:18px;flex:none}
button,.button{font:inherit;font-weight:600;line-height:1.4;display:block;min-height:44px;padding:9px 18px;border-radius:10px;border:1px solid var(--strong);background:var(--surface);color:var(--text);cursor:pointer;text-align:center;text-decoration:none}
button.primary{background:var(--accent);border-color:var(--accent);color:var(--on)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
a{color:var(--accent-text)}
.note{padding:12px 16px;border-radius:10px;background:var(--ok-soft);color:var(--ok)}
.note.bad{background:var(--bad-soft);color:var(--bad)}
.actions{display:grid;gap:10px}
dl{display:grid;grid-template-columns:auto 1fr;gap:4px 16px}
dt{color:var(--muted)}dd{text-align:right;font-variant-numeric:tabular-nums}
ul{list-style:none;padding:0;display:grid}
li{display:flex;flex-wrap:wrap;gap:8px 16px;align-items:center;justify-content:space-between;padding:10px 0;border-top:1px solid var(--border)}
`

const isDark = (cookies = '') => new RegExp(`(?:^|; )${colorModeCookie}=dark(?:;|$)`).test(cookies)

export type Note = { text: string; isBad: boolean } | null

export const page = (
  of: { locale: Locale; title: string; cookies: string | undefined; path: string; note?: Note },
  body: Markup,
): string => {
  const words = wordsOf(of.locale)
  return html`<!doctype html><html lang="${of.locale}" data-mode="${isDark(of.cookies) ? 'dark' : 'light'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><link rel="icon" href="/icon.svg"><title>${of.title} - ${words.sandbox}</title><style>${new Markup(styles)}</style></head><body><main id="main"><span class="tag">${words.sandbox}</span><h1>${of.title}</h1><p class="muted">${words.sandboxLead}</p>${of.note && html`<p class="${of.note.isBad ? 'note bad' : 'note'}" role="${of.note.isBad ? 'alert' : 'status'}" data-testid="sandbox-note">${of.note.text}</p>`}${body}<p><a href="${of.locale === 'en' ? '' : '/en'}${of.path}" lang="${of.locale === 'en' ? 'ja' : 'en'}" hreflang="${of.locale === 'en' ? 'ja' : 'en'}">${of.locale === 'en' ? '日本語' : 'English'}</a></p></main></body></html>`
    .text
}
