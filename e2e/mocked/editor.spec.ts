import { expect, type Locator, type Page } from '@playwright/test'
import { hostileAddresses, hostileDocument, hostileTexts } from '../../tests/support/hostile'
import { compose, drop, editorOf, markLine, paste } from '../support/editor'
import { test } from '../support/mocked'
import { choose } from '../support/screens'
import { watch } from '../support/watch'

const open = async (page: Page, path = '/sample/editor') => {
  await choose(page, { user: 'owner', scenario: '' })
  await page.goto(path)
  await page.locator('main aside').waitFor()
  await editorOf(page).click()
}
const shown = (page: Page) => page.locator('main aside')
const toolbar = (page: Page) => page.getByRole('toolbar', { name: '書式' })
const tableBar = (page: Page) => page.getByRole('toolbar', { name: '表の操作' })

test('headings, lists, marks and quotes are written by shortcuts and by signs', async ({ page }) => {
  const complaints = watch(page)
  await open(page)
  await page.keyboard.type('## 今月のこと')
  await page.keyboard.press('Enter')
  await page.keyboard.type('a ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('bold')
  await page.keyboard.press('Control+b')
  await page.keyboard.press('Enter')
  await page.keyboard.type('- one')
  await page.keyboard.press('Enter')
  await page.keyboard.type('two')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.type('> said')
  const view = shown(page)
  await expect(view.locator('h2').last()).toHaveText('今月のこと')
  await expect(view.locator('strong')).toHaveText('bold')
  await expect(view.locator('li')).toHaveText(['one', 'two'])
  await expect(view.locator('blockquote')).toHaveText('said')
  await page.keyboard.press('Control+z')
  await expect(view.locator('blockquote')).not.toHaveText('said')
  await page.keyboard.press('Control+Shift+z')
  await expect(view.locator('blockquote')).toHaveText('said')
  expect(complaints).toEqual([])
})

test('a slash offers what can be added, and the keys choose it', async ({ page }) => {
  await open(page)
  await page.keyboard.type('/')
  const menu = page.getByRole('listbox', { name: '追加するもの' })
  await expect(menu.getByRole('option')).toHaveCount(11)
  await page.keyboard.type('list')
  await expect(menu.getByRole('option')).toHaveText(['箇条書き', '番号つきリスト'])
  await page.keyboard.press('ArrowDown')
  await expect(menu.getByRole('option', { selected: true })).toHaveText('番号つきリスト')
  await expect(editorOf(page)).toHaveAttribute('aria-activedescendant', /-1$/)
  await page.keyboard.press('Enter')
  await expect(menu).toHaveCount(0)
  await page.keyboard.type('first')
  await expect(shown(page).locator('ol li')).toHaveText('first')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/')
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await page.keyboard.type(' and more')
  await expect(shown(page).locator('p').last()).toHaveText('/ and more')
})

test('what a slash offers is also found by kana, as the input method shows it', async ({ page }) => {
  await open(page)
  const menu = page.getByRole('listbox', { name: '追加するもの' })
  await page.keyboard.type('／みだし')
  await expect(menu.getByRole('option')).toHaveText(['大見出し', '中見出し', '小見出し'])
  for (let n = 0; n < 3; n += 1) await page.keyboard.press('Backspace')
  await page.keyboard.type('ひょう')
  await expect(menu.getByRole('option')).toHaveText(['表'])
})

test('the toolbar is one stop of the tab key, and its arrows move inside', async ({ page }) => {
  await open(page)
  await toolbar(page)
    .getByRole('button', { name: /^大見出し/ })
    .focus()
  await page.keyboard.press('ArrowRight')
  await expect(toolbar(page).getByRole('button', { name: /^中見出し/ })).toBeFocused()
  await page.keyboard.press('Enter')
  // It gives the focus to the text with the next frame.
  await expect(page.locator('.ProseMirror')).toBeFocused()
  await page.keyboard.type('Title')
  await expect(shown(page).locator('h3')).toHaveText('Title')
  await expect(toolbar(page).getByRole('button', { name: /^中見出し/ })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Shift+Tab')
  await expect(toolbar(page).locator(':focus')).toHaveCount(1)
})

test('a word that is composed by a Japanese input method keeps every character', async ({ page }) => {
  await open(page)
  await compose(page, ['k', 'か', 'かn', 'かん', 'かんj', 'かんじ', '漢字'], '漢字')
  await compose(page, ['w', 'を', 'をか', 'をかく', 'を書く'], 'を書く')
  await expect(editorOf(page)).toHaveText('漢字を書く')
  await expect(shown(page).locator('p')).toHaveText('漢字を書く')
  await page.keyboard.press('Enter')
  await compose(page, ['／'], '／')
  await expect(page.getByRole('listbox')).toBeVisible()
  await compose(page, ['み', 'みだ', 'みだし', '見出し'], '見出し')
  await expect(page.getByRole('option')).toHaveText(['大見出し', '中見出し', '小見出し'])
  await page.keyboard.press('Enter')
  await compose(page, ['に', '日', '日記'], '日記')
  await expect(shown(page).locator('h2').last()).toHaveText('日記')
  await page.keyboard.press('Enter')
  // In the middle of a marked word.
  await page.keyboard.press('Control+b')
  await compose(page, ['ふ', 'ふと', 'ふとじ', '太字'], '太字')
  await page.keyboard.press('ArrowLeft')
  await compose(page, ['い', '井'], '井')
  await expect(shown(page).locator('strong')).toHaveText('太井字')
})

test('a link is asked for by its keys, and only where it leads somewhere safe', async ({ page }) => {
  await open(page)
  await page.keyboard.type('the shop')
  await markLine(page, 'the shop')
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'リンク' })
  await dialog.getByLabel('リンク先のURL').fill('javascript:alert(1)')
  await dialog.getByRole('button', { name: 'リンクする' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('https:// で始まるURLを入力してください')
  await dialog.getByLabel('リンク先のURL').fill('example.com/shop')
  await page.keyboard.press('Enter')
  const link = shown(page).getByRole('link', { name: 'the shop' })
  await expect(link).toHaveAttribute('href', 'https://example.com/shop')
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow')
})

test('text from Word, Google Docs and a plain editor comes as what it was', async ({ page }) => {
  await open(page)
  await paste(page, {
    text: 'x',
    html: `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p{color:red}</style></head><body>
      <p class=MsoTitle>Title<o:p></o:p></p><p class=MsoNormal>Some <b>bold</b> words<o:p></o:p></p>
      <p class=MsoListParagraphCxSpFirst style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp; </span></span>one</p>
      <p class=MsoListParagraphCxSpLast style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o<span>&nbsp; </span></span>inner</p>
      <p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>1.<span>&nbsp; </span></span>first</p></body></html>`,
  })
  const view = shown(page)
  await expect(view.locator('h2').last()).toHaveText('Title')
  await expect(view.locator('strong')).toHaveText('bold')
  await expect(view.locator('ul > li > ul li')).toHaveText('inner')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await paste(page, {
    text: 'x',
    html: `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><h1><span>見出し</span></h1><p><span style="font-weight:400">ふつう</span><span style="font-weight:700">太い</span><span style="font-style:italic">斜め</span></p><ul><li><p>点</p></li></ul></b>`,
  })
  await expect(view.locator('h2').last()).toHaveText('見出し')
  await expect(view.locator('strong')).toHaveText('太い')
  await expect(view.locator('em')).toHaveText('斜め')
  await expect(view.locator('ul li')).toHaveText('点')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await paste(page, { text: 'one\n\ntwo <b>three</b>' })
  await expect(view.locator('p').last()).toHaveText('two <b>three</b>')
})

test('a table of Word, Google Docs and Excel stays a table, and one that only holds a place does not', async ({
  page,
}) => {
  const complaints = watch(page)
  await open(page)
  const view = shown(page)
  const empty = async () => {
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await expect(view.locator('table')).toHaveCount(0)
  }
  await paste(page, {
    text: 'x',
    html: `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><table class=MsoTableGrid border=1 cellspacing=0 style='border-collapse:collapse'>
      <tr style='mso-yfti-irow:0'><td width=301 colspan=2 valign=top style='width:225.4pt'><p class=MsoNormal><b>Tour</b><o:p></o:p></p></td></tr>
      <tr><td width=150><p class=MsoNormal>Osaka<o:p></o:p></p></td><td width=150><p class=MsoNormal>12/1<o:p></o:p></p></td></tr></table></body></html>`,
  })
  await expect(view.locator('td')).toHaveText(['Tour', 'Osaka', '12/1'])
  await expect(view.locator('td').first()).toHaveAttribute('colspan', '2')
  await empty()
  await paste(page, {
    text: 'x',
    html: `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-2"><p dir="ltr"><span>Before</span></p><div dir="ltr" style="margin-left:0pt;" align="left"><table style="border:none;border-collapse:collapse;"><colgroup><col width="300"/><col width="300"/></colgroup><tbody><tr style="height:0pt"><td style="border-left:solid #000000 1pt;"><p dir="ltr"><span>A</span></p></td><td><ul><li dir="ltr"><p dir="ltr"><span>B</span></p></li></ul></td></tr></tbody></table></div></b>`,
  })
  await expect(view.locator('td')).toHaveText(['A', 'B'])
  await expect(view.locator('td li')).toHaveText('B')
  await empty()
  await paste(page, {
    text: 'x',
    html: `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body><table border=0><col width=72><!--StartFragment--><tr height=18><td class=xl65>Size</td><td align=right>3</td></tr><!--EndFragment--></table></body></html>`,
  })
  await expect(view.locator('td')).toHaveText(['Size', '3'])
  await empty()
  await paste(page, { text: 'x', html: '<table><tr><td><h2>Letter</h2><p>Words</p></td></tr></table>' })
  await expect(view.locator('h2').last()).toHaveText('Letter')
  await expect(view.locator('table')).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('a table is begun by a slash, filled by the tab key, and changed by its tools', async ({ page }) => {
  await open(page)
  const view = shown(page)
  await page.keyboard.type('/table')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Day')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Place')
  await expect(view.locator('th')).toHaveText(['Day', 'Place', ''])
  for (let n = 0; n < 8; n += 1) await page.keyboard.press('Tab')
  await page.keyboard.type('Last')
  await expect(view.locator('tr')).toHaveCount(4)
  await expect(view.locator('td').nth(6)).toHaveText('Last')
  const tool = (name: string) => tableBar(page).getByRole('button', { name, exact: true })
  await tool('右に列を追加').click()
  await expect(view.locator('th')).toHaveCount(4)
  await tool('この行を削除').click()
  await expect(view.locator('tr')).toHaveCount(3)
  // The tab key goes from cell to cell: another one reaches the tools.
  await page.keyboard.press('Alt+F10')
  await expect(tool('下に行を追加')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(tool('右に列を追加')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(editorOf(page)).toBeFocused()
  await tool('最初の行を見出し行にする、または戻す').click()
  await expect(view.locator('th')).toHaveCount(0)
  await tool('表を削除').click()
  await expect(view.locator('table')).toHaveCount(0)
  await expect(tableBar(page)).toHaveCount(0)
})

test('the tools of a table are all seen above it on a phone, stay in sight while it is scrolled, and move no text', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await open(page)
  const topOf = async (locator: Locator) => (await locator.boundingBox())?.y ?? 0
  await page.keyboard.type('/table')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Day')
  const table = editorOf(page).locator('table')
  const tools = tableBar(page).getByRole('button')
  await expect(tools).toHaveCount(6)
  const [bar, height] = [await tableBar(page).boundingBox(), await topOf(table)]
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(height)
  for (const tool of await tools.all()) await expect(tool).toBeInViewport({ ratio: 1 })
  // Longer than the screen: the tools are still there where its end is written.
  for (let n = 0; n < 8; n += 1) await page.keyboard.press('Tab')
  for (let n = 0; n < 60; n += 1) await page.keyboard.press('Tab')
  await expect(table.locator('tr')).toHaveCount(23)
  await table.locator('td').last().scrollIntoViewIfNeeded()
  for (const tool of await tools.all()) await expect(tool).toBeInViewport({ ratio: 1 })
  const last = table.locator('td').last()
  const before = await topOf(last)
  await editorOf(page).evaluate((element) => (element as HTMLElement).blur())
  await expect(tableBar(page)).toBeHidden()
  expect(await topOf(last)).toBe(before)
})

test('where a letter is read, a table is called by what stands above its columns, and scrolls in itself', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await choose(page, { user: 'owner', scenario: '' })
  await page.goto('/fc/aoi/contents/content_0')
  const name = '曲, 録った日, 録った場所, 使った楽器'
  await expect(page.getByRole('table', { name, exact: true })).toBeVisible()
  const frame = page.getByRole('group', { name, exact: true })
  await frame.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => frame.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

const png = { name: 'window.png', type: 'image/png', bytes: [137, 80, 78, 71] }

const bytesOf = (hex: string) => hex.match(/../g)?.map((byte) => Number.parseInt(byte, 16)) ?? []
/** A whole picture of one pixel. */
const pixel =
  '89504e470d0a1a0a0000000d4948445200000001000000010804000000b51c0c020000000b4944415478da6364f8ff1f0003030200efbf3d' +
  '0c0000000049454e44ae426082'
const picturesIn = (page: Page) =>
  editorOf(page).evaluate((element) => {
    const { state } = (element as unknown as { editor: import('@tiptap/core').Editor }).editor
    const found: unknown[] = []
    state.doc.descendants((node) => {
      if (node.type.name === 'image') found.push({ ...node.attrs, mediaId: typeof node.attrs.mediaId })
    })
    return found
  })
const pictureOf = (alt: string) => ({ mediaId: 'string', alt, pasted: null })

test('the pictures of a text of Word are taken from the RTF beside it, and stand where they stood', async ({
  page,
}) => {
  await open(page)
  const picture = (type: string, hex: string) =>
    `{\\pict{\\*\\picprop\\shplid1025{\\sp{\\sn pib}{\\sv 89504e47}}}\\picscalex100\\picwgoal300\\${type}\\bliptag-177{\\*\\blipuid f575a1b0}\n${hex}\n}`
  const rtf = `{\\rtf1\\ansi One {\\*\\shppict${picture('pngblip', pixel)}}{\\nonshppict${picture('wmetafile8', '0100')}} Two {\\*\\shppict${picture('jpegblip', 'ffd8ff')}}}`
  const imageOf = (n: number, alt: string) =>
    `<!--[if gte vml 1]><v:shape><v:imagedata src="file:///C:/Users/a/clip_image00${n}.png"/></v:shape><![endif]--><![if !vml]><img width=10 height=10 src="file:///C:/Users/a/clip_image00${n}.png" alt="${alt}" v:shapes="x"><![endif]>`
  await paste(page, {
    text: 'x',
    rtf,
    html: `<html xmlns:v="urn:schemas-microsoft-com:vml"><body><p class=MsoNormal>One</p><p class=MsoNormal><span>${imageOf(1, 'A window')}</span></p><p class=MsoNormal>Two</p>
      <table><tr><td><p class=MsoNormal>${imageOf(2, '')}</p></td><td><p class=MsoNormal>End</p></td></tr></table></body></html>`,
  })
  await expect.poll(() => picturesIn(page)).toEqual([pictureOf('A window'), pictureOf('')])
  await expect(editorOf(page).locator('.upload-place')).toHaveCount(0)
  const order = await editorOf(page).evaluate((element) => {
    const { state } = (element as unknown as { editor: import('@tiptap/core').Editor }).editor
    const names: string[] = []
    state.doc.descendants((node) => void names.push(node.isText ? (node.text ?? '') : node.type.name))
    return names.join(' ')
  })
  expect(order).toContain('paragraph One image paragraph Two table tableRow tableCell image tableCell paragraph End')
  await page.keyboard.press('Control+z')
})

test('pictures inside the pasted text itself are taken, and cells of Excel are no picture', async ({ page }) => {
  await open(page)
  const data = `data:image/png;base64,${Buffer.from(bytesOf(pixel)).toString('base64')}`
  await paste(page, { text: 'x', html: `<p>Before</p><p><img src="${data}" alt="Sea"></p><p>After</p>` })
  await expect.poll(() => picturesIn(page)).toEqual([pictureOf('Sea')])
  const file = { name: 'image.png', type: 'image/png', bytes: bytesOf(pixel) }
  await paste(page, { text: '1\t2', html: '<table><tr><td>1</td><td>2</td></tr></table>', files: [file] })
  await expect(shown(page).locator('td')).toHaveText(['1', '2'])
  expect(await picturesIn(page)).toHaveLength(1)
  // One picture, copied in a browser: its address, and the picture itself.
  await paste(page, { html: '<img src="https://other.example/a.png" alt="">', files: [file] })
  await expect.poll(() => picturesIn(page)).toHaveLength(2)
})

test('a picture of Google Docs is taken from where Google shows it', async ({ page, context }) => {
  const address = 'https://lh7-rt.googleusercontent.com/docsz/AD_4nXe?key=abc'
  await context.route('https://lh7-rt.googleusercontent.com/**', (route) =>
    route.fulfill({
      body: Buffer.from(bytesOf(pixel)),
      contentType: 'image/png',
      headers: { 'Access-Control-Allow-Origin': '*' },
    }),
  )
  await open(page)
  await paste(page, {
    text: 'x',
    html: `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-3"><p dir="ltr"><span>One</span></p><p dir="ltr"><span><span style="border:none;display:inline-block;overflow:hidden;width:602px;height:401px;"><img src="${address}" width="602" height="401" style="margin-left:0px;"></span></span></p></b>`,
  })
  await expect.poll(() => picturesIn(page)).toEqual([pictureOf('')])
})

test('pictures of other sites that cannot be taken are said, and none of them stays', async ({ page }) => {
  await open(page)
  await paste(page, {
    text: 'x',
    html: '<p>Words</p><img src="https://other.example/a.png"><img src="file:///C:/b.png"><img src="data:image/svg+xml;base64,PHN2Zz4="><img width="1" height="1" src="https://count.example/"><img data-pasted="x-0" src="blob:x">',
  })
  await expect(page.getByText('画像4枚は取り込めませんでした')).toBeVisible()
  await expect(shown(page).getByText('Words')).toBeVisible()
  expect(await picturesIn(page)).toEqual([])
})

test('a dropped picture is uploaded with its progress, described and taken out', async ({ page }) => {
  await open(page)
  await drop(page, [png, { name: 'songs.pdf', type: 'application/pdf', bytes: [37, 80, 68, 70] }])
  await expect(editorOf(page).locator('img')).toHaveCount(1)
  await expect(editorOf(page).getByText('songs.pdf')).toBeVisible()
  await page.getByRole('button', { name: '画像の説明を書く' }).click()
  await page.getByLabel('説明', { exact: true }).fill('くもった窓')
  await page.keyboard.press('Enter')
  await expect(editorOf(page).locator('img')).toHaveAttribute('alt', 'くもった窓')
  await editorOf(page).getByRole('button', { name: '取り除く' }).first().click()
  await expect(editorOf(page).locator('img')).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(editorOf(page).locator('img')).toHaveCount(1)
})

test('a file that cannot be taken says why, and one that fails says so', async ({ page }) => {
  await open(page)
  await drop(page, [{ name: 'page.html', type: 'text/html', bytes: [60] }])
  await expect(page.getByText('この種類のファイルは使えません。')).toBeVisible()
  await expect(editorOf(page).locator('.upload-place')).toHaveCount(0)
})

test('an address that was pasted alone becomes what it shows', async ({ page }) => {
  await page.route(/youtube|vimeo/, (route) => route.fulfill({ body: '<p>player</p>', contentType: 'text/html' }))
  await open(page)
  await paste(page, { text: 'https://youtu.be/dQw4w9WgXcQ' })
  await expect(editorOf(page).locator('iframe')).toHaveAttribute(
    'src',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
  )
  await toolbar(page).getByRole('button', { name: '埋め込み' }).click()
  const dialog = page.getByRole('dialog', { name: '埋め込み' })
  await dialog.getByRole('textbox').fill('https://evil.example/video')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('このURLは埋め込めません')
  await dialog.getByRole('textbox').fill('https://vimeo.com/76979871')
  await page.keyboard.press('Enter')
  await expect(editorOf(page).locator('iframe')).toHaveCount(2)
})

// --- Nothing of a text is ever run ------------------------------------------------------------------------------------

const nothingRan = async (page: Page) => {
  expect(await page.evaluate(() => (window as { __xss?: unknown }).__xss)).toBeUndefined()
  const wrong = await page.evaluate(() =>
    [...document.querySelectorAll('.ProseMirror *, main aside *, dialog *')].flatMap((element) =>
      [...element.attributes]
        .filter(
          ({ name, value }) => /^on/i.test(name) || name === 'srcdoc' || /^\s*(javascript|vbscript|data):/i.test(value),
        )
        .map(({ name, value }) => `${element.tagName} ${name}=${value}`),
    ),
  )
  expect(wrong.filter((one) => !one.startsWith('IMG alt'))).toEqual([])
  await expect(
    page.locator('.ProseMirror script, .ProseMirror form, .ProseMirror style, .ProseMirror svg script'),
  ).toHaveCount(0)
}

test('nothing runs of what is pasted', async ({ page }) => {
  await open(page)
  const html = [...hostileTexts, ...hostileAddresses.map((href) => `<a href="${href}">x</a><img src="${href}">`)]
  for (const one of html) {
    await paste(page, { html: `<p>before</p>${one}<p>after</p>`, text: 'x' })
    await nothingRan(page)
  }
  await expect(shown(page).getByText('after').first()).toBeVisible()
  await expect(shown(page).locator('a, img, iframe')).toHaveCount(0)
})

test('nothing runs of a document that nobody checked, in the editor or in the fan’s view', async ({ page }) => {
  await choose(page, { user: 'owner', scenario: '' })
  // As a form keeps what was not saved: no server has seen this.
  await page.addInitScript((text) => {
    sessionStorage.setItem(
      'tsudoi-kept mock_owner content content_10',
      JSON.stringify({ text, viewableBy: 'allUsers' }),
    )
  }, hostileDocument)
  await page.goto('/tenants/tenant_hoshi/brands/brand_aoi/contents/content_10')
  await expect(editorOf(page)).toContainText('onerror')
  await nothingRan(page)
  await page.getByRole('button', { name: 'プレビュー' }).click()
  const frame = page.frameLocator('dialog iframe')
  await expect(frame.getByText('onerror').first()).toBeVisible()
  const inside = await frame.locator('body').evaluate((body) => ({
    scripts: body.querySelectorAll('script, form, style, object, embed').length,
    ran: (window as { __xss?: unknown }).__xss ?? null,
    bad: [...body.querySelectorAll('*')].flatMap((element) =>
      [...element.attributes].filter(
        ({ name, value }) => /^on/i.test(name) || (['href', 'src'].includes(name) && !/^(https?:|mailto:)/.test(value)),
      ),
    ).length,
  }))
  expect(inside).toEqual({ scripts: 0, ran: null, bad: 0 })
  await nothingRan(page)
})

test('a text is read before its editor is there, stands where it stood, and takes the cursor where it was pressed', async ({
  page,
}) => {
  await choose(page, { user: 'owner', scenario: '' })
  let letGo = () => {}
  const held = new Promise<void>((done) => {
    letGo = done
  })
  await page.route('**/_next/static/**/*.js', async (route) => {
    const response = await route.fetch()
    const body = await response.text()
    if (body.includes('ProseMirror-gapcursor')) await held
    await route.fulfill({ response, body })
  })
  await page.goto('/tenants/tenant_hoshi/brands/brand_aoi/contents/content_10')
  const reading = page.locator('main [aria-busy=true] p').first()
  await expect(reading).not.toBeEmpty()
  await expect(page.locator('main [data-pending]')).toHaveCount(0)
  const text = await reading.textContent()
  await reading.scrollIntoViewIfNeeded()
  const before = await reading.boundingBox()
  await reading.click({ position: { x: 1, y: 8 } })
  letGo()
  await expect(editorOf(page)).toBeFocused()
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  expect(await editorOf(page).locator('p').first().boundingBox()).toEqual(before)
  await page.keyboard.type('第一に、')
  await expect(editorOf(page).locator('p').first()).toHaveText(`第一に、${text}`)
})
