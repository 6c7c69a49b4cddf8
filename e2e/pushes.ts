import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import { accentOf } from '#kit/color.ts'
import type { PushMessage } from '#server/push/message.ts'
import { appIcon } from '#server/storage/pictures.ts'
import { names, pushes } from '../tests/support/pushes'

/*
 * npm run gallery:pushes: pictures of every message as phones show it, as gallery/pushes/{system}-{language}-{length}-{mode}.png: Android's
 * drawer, closed and opened, with the status bar; and the locked iPhone, which shows the picture of the app on the home screen. A press leads to what stands
 * below in grey, and messages of one tag take each other's place.
 */

const html = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const png = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`
const { accent, onAccent } = accentOf('#2f6f8f').light
const iconOf = async (isMaskable: boolean) =>
  png(await appIcon(null, { size: 192, isMaskable, ground: accent, ink: onAccent }))
const icons = { android: await iconOf(false), ios: await iconOf(true) }
const badge = png(readFileSync('public/badge.png'))

const note = ({ path, tag }: PushMessage, name: string) => `<p class="note">${name} → ${html(path)} · ${html(tag)}</p>`

/** As Android 15 shows a message of a site in Chrome. */
const android = (message: PushMessage, name: string, isOpen: boolean) => `
  <article class="a ${isOpen ? 'open' : ''}">
    <span class="small"><img src="${badge}" alt=""></span>
    <div class="said"><p class="from"><b>${html(message.title)}</b><span>· ${message.locale === 'ja' ? '今' : 'now'} ${isOpen ? '⌃' : '⌄'}</span></p>
      <p class="body">${html(message.body)}</p>${isOpen ? `<p class="site">Chrome · club.example</p>` : ''}</div>
    <img class="large" src="${icons.android}" alt="">
  </article>${isOpen ? note(message, name) : ''}`

/** As iOS 18 shows a message of an app on the home screen; its own name stands below, as the system writes it. */
const ios = (message: PushMessage, name: string, from: string) => `
  <article class="i"><img class="app" src="${icons.ios}" alt="">
    <div class="said"><p class="from"><b>${html(message.title)}</b><span>${message.locale === 'ja' ? '今' : 'now'}</span></p>
      <p class="app-name">${message.locale === 'ja' ? `${html(from)}から` : `from ${html(from)}`}</p><p class="body">${html(message.body)}</p></div>
  </article>${note(message, name)}`

const style = `*{box-sizing:border-box;margin:0}body{font:14px/20px "Noto Sans JP","Noto Sans CJK JP",Roboto,sans-serif;padding:8px 8px 24px;background:#d9dde8;color:#1b1b1f}
  .bar{display:flex;gap:6px;align-items:center;padding:4px 8px 10px;font-size:13px}.bar img{width:16px;height:16px;filter:brightness(0)}
  article{display:flex;gap:12px;padding:14px;border-radius:24px;background:#f7f5fb;margin-bottom:4px}.said{flex:1;min-width:0}
  .small{flex:none;width:24px;height:24px;border-radius:50%;background:#2f6f8f;display:grid;place-items:center}.small img{width:16px}
  .from{display:flex;gap:4px}.from b,.a .body{white-space:nowrap;overflow:hidden;text-overflow:ellipsis;min-width:0}.from b{font-weight:600}.from span{flex:none;color:#5c5c66;font-size:12px}
  .a .body{color:#46464f}.a.open .body{white-space:normal;overflow-wrap:anywhere}.a .large{width:40px;height:40px;border-radius:8px;flex:none}.site{font-size:12px;color:#5c5c66}
  .note{font:10px/14px monospace;color:#6c7080;padding:0 14px 10px;overflow-wrap:anywhere}
  .i{background:rgba(255,255,255,.82);align-items:center;border-radius:20px;font:15px/20px -apple-system,"Noto Sans JP","Noto Sans CJK JP",sans-serif;padding:12px}.i .app{width:38px;height:38px;border-radius:9px;flex:none}
  .i .from{justify-content:space-between}.i .app-name{font-size:13px;line-height:17px;color:#55555c;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
  .i .body{display:-webkit-box;-webkit-line-clamp:4;-webkit-box-orient:vertical;overflow:hidden;overflow-wrap:anywhere}
  @media(prefers-color-scheme:dark){body{background:#14161d;color:#e6e1e9}article{background:#26262e}.i{background:rgba(60,60,70,.8)}.a .body,.from span,.site,.i .app-name{color:#c2bfc9}.bar img{filter:none}}`

const executablePath = process.env.PW_CHROMIUM ?? '/usr/bin/chromium'
const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] })
const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
await mkdir('gallery/pushes', { recursive: true })
for (const locale of ['ja', 'en'] as const)
  for (const length of ['short', 'long'] as const) {
    const all = pushes.map(({ name, write }) => ({ name, message: write(locale, length) }))
    const from = names[length][locale].brand.slice(0, 24)
    const shown = {
      android: all.map(({ name, message }) => android(message, name, false) + android(message, name, true)),
      ios: all.map(({ name, message }) => ios(message, name, from)),
    }
    for (const [system, articles] of Object.entries(shown)) {
      const bar = system === 'android' ? `<div class="bar">9:41 <img src="${badge}" alt=""></div>` : ''
      await page.setContent(`<html lang="${locale}"><style>${style}</style>${bar}${articles.join('')}</html>`)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        const path = `gallery/pushes/${system}-${locale}-${length}-${colorScheme}.png`
        await page.screenshot({ path, fullPage: true })
      }
    }
  }
await browser.close()
