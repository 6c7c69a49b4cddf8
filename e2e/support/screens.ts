import { randomUUID } from 'node:crypto'
import { type Disposable, expect, type Page } from '@playwright/test'
import { goToEnd } from './editor'

/** Who is signed in at the mocked identity; `nobody` is a visitor. */
type MockUser = 'owner' | 'editor' | 'newcomer' | 'operator' | 'nobody'

export type Screen = {
  name: string
  path: string
  user: MockUser
  scenario?: string
  /** A request of the screen is refused, which the browser's console reports. */
  refused?: boolean
  /**
   * Its second language is loaded afresh, not changed where it stands: the page corrects its own address meanwhile, keeps its title
   * in the first one, asks before what was typed is left, or gives up what was opened (a dialog alone is opened again).
   */
  afresh?: boolean
  /** What is done before it is looked at, and stays done in the second language; done again where that is loaded afresh. */
  prepare?: (page: Page) => Promise<unknown>
  /** The main action of the screen, reached by the keyboard, by its Japanese name. */
  action?: { name: string | RegExp; role: 'button' | 'link' }
}

// By hand and not from the program's own table: these addresses are what outsiders know.
const tenant = '/tenants/tenant_hoshi'
const brand = `${tenant}/brands/brand_aoi`
const content = (contentId: string) => `${brand}/contents/${contentId}`
const event = (eventId: string) => `${brand}/events/${eventId}`
const goods = (goodsId: string) => `${brand}/goods/${goodsId}`
const plan = (planId: string) => `${brand}/plans/${planId}`

const order = (orderId: string) => `${brand}/orders/${orderId}`

const link = (name: string | RegExp) => ({ name, role: 'link' as const })
const button = (name: string | RegExp) => ({ name, role: 'button' as const })

const change = (page: Page) => page.locator('input[name=name]').fill('Seiza')
const save = (page: Page) => page.locator('[aria-keyshortcuts^="Control+S"]').click()
/** It comes after the page, in a script of its own. */
const editor = (page: Page) => page.locator('.ProseMirror').waitFor()
/** Who else has the page open stands at its head, in the words for its width. */
const othersAreShown = (page: Page) =>
  page.locator('main [role=status] [title]').filter({ visible: true, hasText: '佐藤 葵' }).first().waitFor()
/** The event that a page gets when its connection is lost; other pages of the same browser keep theirs. */
const goOffline = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('offline')))

const goOnline = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('online')))

const suspensionIsShown = (page: Page) => page.getByTestId('suspension').waitFor()
const closingIsShown = (page: Page) =>
  page.getByText(/^(運営がこのクラブの閉鎖を決めました。|The platform has decided to close this club\.)$/).waitFor()

/** The first payout's file, which asks before it is made. */
export const askForBankFile = async (page: Page) => {
  await page.locator('tbody input[type=checkbox]').first().check()
  await page.getByRole('button', { name: /総合振込ファイル|Bank file/ }).click()
  await page.getByRole('dialog').waitFor()
}

const loadDeskList = async (page: Page) => {
  await page.getByRole('button', { name: /^(一覧を読み込む|Load the list)$/ }).click()
  await page.getByTestId('kept-list').waitFor()
}
const typeAtDesk = async (page: Page, number: string) => {
  await page.getByLabel(/注文番号|Order number/).fill(number)
  await page.getByRole('button', { name: /^(探す|Find)$/ }).click()
}
const findAtDesk = async (page: Page, number: string) => {
  await typeAtDesk(page, number)
  await page.getByTestId('pick-up-lines').waitFor()
}
/** Loads the list, loses the connection, and hands over all of an order. */
const handOffline = async (page: Page, number: string) => {
  await loadDeskList(page)
  await goOffline(page)
  await findAtDesk(page, number)
  await page.getByRole('button', { name: /^(すべて渡した|All handed over)/ }).click()
  await page.getByRole('button', { name: /^(次の方へ|Next)$/ }).click()
}

/** The menu of a list's first row, of the one that is named, or the page's own, and its entry. */
const chooseInMenu = async (page: Page, name: RegExp, row?: string) => {
  const at = row === undefined ? page.locator('main') : page.locator('main tbody tr', { hasText: row })
  const menu = at.locator('[aria-haspopup=menu]').first()
  const entry = page.getByRole('menuitem', { name })
  // A list that is drawn again while its page is still starting closes what was opened.
  await expect(async () => {
    if ((await menu.getAttribute('aria-expanded')) !== 'true') await menu.click()
    await entry.click({ timeout: 2_000 })
  }).toPass()
}
const press = (page: Page, name: RegExp) => page.locator('main').getByRole('button', { name }).click()
/** The mails that an act will send stand in its dialog. */
const mailsAreShown = (page: Page) => page.locator('dialog [lang]').first().waitFor()
/** The dialog of a file for a carrier's program. */
const openCarrierFile = async (page: Page) => {
  await page.getByRole('button', { name: 'CSV' }).click()
  await page.getByRole('menuitem').first().click()
  await page.locator('dialog select').first().selectOption('b2cloud')
  await page.locator('dialog input[inputmode=numeric]').first().waitFor()
}

/** What the storage does with the parts of a file: holds them half way, or has taken them. */
export const partsAre = (page: Page, how: 'held' | 'taken') =>
  page.evaluate((way) => {
    XMLHttpRequest.prototype.open = () => {}
    XMLHttpRequest.prototype.abort = function () {
      this.dispatchEvent(new ProgressEvent('abort'))
    }
    XMLHttpRequest.prototype.getResponseHeader = () => '"etag"'
    XMLHttpRequest.prototype.send = function (body) {
      const total = body instanceof Blob ? body.size : 0
      Object.defineProperty(this, 'status', { value: 200 })
      // No function of its own has a name here: what runs in the page knows no helper of the compiler's.
      if (way === 'taken') setTimeout(() => this.dispatchEvent(new ProgressEvent('load')), 0)
      else
        setInterval(
          () => this.upload.dispatchEvent(new ProgressEvent('progress', { loaded: total * 0.42, total })),
          250,
        )
    }
  }, how)
/** Begins to send a video, in the editor of its draft. */
export const beginVideo = async (page: Page) => {
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'summer-live-2026.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(1024 ** 2) })
  await editor(page)
}
/** A load of the page interrupts what is sent: the editor lists it. */
export const interruptVideo = async (page: Page) => {
  await partsAre(page, 'held')
  await beginVideo(page)
  await page.getByText(/42%/).first().waitFor()
  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
  await page.getByText(/^(途中まで送信した動画があります|A video has been sent in part)$/).waitFor()
}
/** Another screen, without loading the page anew. */
export const goTo = (page: Page, path: string) =>
  page.evaluate(
    (to) => (window as unknown as { next: { router: { push: (to: string) => unknown } } }).next.router.push(to),
    path,
  )
/** Begins to send a video, and goes to another screen. */
const sendVideo = async (page: Page) => {
  await beginVideo(page)
  await goTo(page, `${brand}/plans`)
  await page.getByRole('table').waitFor()
  const tray = page.getByRole('region', { name: /^(送信中のファイル|Files on their way)$/ })
  const head = tray.getByRole('button').first()
  await head.waitFor()
  if ((await head.getAttribute('aria-expanded')) === 'false') await head.click()
}
/** Otherwise the next load of a page would find it. */
export const forgetUploads = (page: Page) =>
  page.evaluate(() => {
    for (const name of Object.keys(localStorage)) if (name.includes(' upload ')) localStorage.removeItem(name)
  })
export const newVideo = { path: `${content('new')}?type=video`, user: 'owner' as const, afresh: true }

/** Every route that has a page, with the states that look different. */
export const screens: Screen[] = [
  { name: 'home', path: '/', user: 'nobody', action: link('ファンクラブを開設する') },
  {
    name: 'login-fan',
    path: '/login?redirect_to=%2Ffc%2Faoi%2Fplans',
    user: 'nobody',
    prepare: (page) => page.locator('main img').first().waitFor(),
  },
  { name: 'login', path: '/login', user: 'nobody', action: button('ログインする') },
  {
    name: 'oauth2callback',
    path: '/oauth2callback?code=1',
    user: 'nobody',
    action: link(/ホーム/),
  },
  { name: 'not-found', refused: true, path: '/nowhere', user: 'nobody', action: link(/ホーム/) },
  {
    name: 'not-found-fan',
    refused: true,
    path: '/fc/aoi/nowhere',
    user: 'newcomer',
    scenario: 'fanOnly',
    action: link('マイページへ'),
  },
  { name: 'not-found-brand', refused: true, path: '/fc/aoi/nowhere', user: 'nobody', action: link(/のページへ/) },
  {
    name: 'denied',
    path: tenant,
    user: 'owner',
    scenario: 'denied',
    action: link('Tsuki Club'),
  },
  {
    name: 'denied-no-club',
    path: tenant,
    user: 'newcomer',
    action: link('ファンクラブを開設する'),
  },
  { name: 'tenants', path: '/tenants', user: 'owner', action: link('ファンクラブを開設する') },
  { name: 'tenants-none', path: '/tenants', user: 'newcomer' },
  { name: 'invitation', path: '/tenants/join?invitation=secret', user: 'newcomer' },
  {
    name: 'invitation-decline',
    path: '/tenants/join?invitation=secret',
    user: 'newcomer',
    prepare: (page) => press(page, /^(辞退する|Decline)$/),
  },
  { name: 'invitation-suspended', path: '/tenants/join?invitation=suspended', user: 'newcomer' },
  { name: 'invitation-lapsed', refused: true, path: '/tenants/join?invitation=lapsed', user: 'newcomer' },
  { name: 'invitation-other', path: '/tenants/join?invitation=other', user: 'newcomer' },
  { name: 'new-tenant', path: '/tenants/new', user: 'newcomer', action: button('次へ') },
  { name: 'start-tenant', path: '/tenants/start', user: 'newcomer', action: link(/開設/) },
  { name: 'operator-home', path: '/operator', user: 'operator' },
  { name: 'operator-queue', path: '/operator/tenants', user: 'operator' },
  { name: 'operator-forbidden', path: '/operator/tenants', user: 'owner' },
  {
    name: 'operator-desk',
    path: '/operator/tenants?applicationId=application_100',
    user: 'operator',
    action: button('承認する'),
  },
  {
    name: 'operator-desk-approve',
    path: '/operator/tenants?applicationId=application_100',
    user: 'operator',
    prepare: async (page) => {
      await press(page, /^(承認する|Approve)$/)
      await mailsAreShown(page)
    },
  },
  {
    name: 'operator-desk-changes',
    path: '/operator/tenants?applicationId=application_100',
    user: 'operator',
    prepare: async (page) => {
      await press(page, /^(修正を依頼する|Request changes)$/)
      await mailsAreShown(page)
    },
  },
  {
    name: 'operator-desk-reject',
    path: '/operator/tenants?applicationId=application_100',
    user: 'operator',
    prepare: async (page) => {
      await press(page, /^(見送る|Do not approve)$/)
      await mailsAreShown(page)
    },
  },
  { name: 'tenant', path: tenant, user: 'owner', action: button('メンバーを招待') },
  {
    name: 'tenant-invite',
    path: tenant,
    user: 'owner',
    prepare: async (page) => {
      await press(page, /^(メンバーを招待|Invite someone)$/)
      await mailsAreShown(page)
    },
  },
  {
    name: 'tenant-invite-again',
    path: tenant,
    user: 'owner',
    prepare: async (page) => {
      await chooseInMenu(page, /^(招待をもう一度送る|Send the invitation again)$/, 'staff4@aoi.test')
      await mailsAreShown(page)
    },
  },
  { name: 'tenant-moderator', path: tenant, user: 'owner', scenario: 'moderator' },
  { name: 'brand', path: brand, user: 'owner', action: link('ファンのページを見る') },
  {
    name: 'brand-fan-acts',
    path: brand,
    user: 'owner',
    afresh: true,
    prepare: (page) => page.getByRole('button', { name: /^(もっと前を見る|Show earlier ones)$/ }).click(),
  },
  { name: 'brand-new', path: brand, user: 'owner', scenario: 'empty' },
  {
    name: 'profile-legal-notice',
    path: `${brand}/profile`,
    user: 'owner',
    scenario: 'empty',
    prepare: async (page) => {
      await press(page, /^(申請の内容から作る|Fill in from the application)$/)
      await page.getByTestId('legal-notice-template').waitFor()
    },
  },
  { name: 'profile', path: `${brand}/profile`, user: 'owner' },
  { name: 'plans', path: `${brand}/plans`, user: 'owner', action: link('プランを作成') },
  { name: 'plans-page-2', path: `${brand}/plans?page=2`, user: 'owner', afresh: true },
  { name: 'plans-past-the-end', path: `${brand}/plans?status=all&page=99`, user: 'owner', afresh: true },
  { name: 'plans-searched', path: `${brand}/plans?q=%E6%98%9F%E5%BA%A7&sort=-price`, user: 'owner' },
  { name: 'plans-nothing-found', path: `${brand}/plans?q=zzz`, user: 'owner' },
  { name: 'bin', path: `${brand}/bin`, user: 'owner' },
  { name: 'bin-empty', path: `${brand}/bin`, user: 'owner', scenario: 'empty' },
  { name: 'bin-nothing-of-kind', path: `${brand}/bin?kind=goods`, user: 'owner', scenario: 'empty' },
  {
    name: 'bin-restore',
    path: `${brand}/bin`,
    user: 'owner',
    prepare: (page) => press(page, /^(「雨の日の手紙」を元に戻す|Restore “雨の日の手紙”)$/),
  },
  {
    name: 'plans-delete',
    path: `${brand}/plans?status=draft`,
    user: 'owner',
    prepare: (page) => chooseInMenu(page, /^(削除する|Delete)$/),
  },
  {
    name: 'content-versions',
    path: content('content_10'),
    user: 'owner',
    prepare: async (page) => {
      await editor(page)
      await page.getByRole('button', { name: /^(その他の操作|More actions)$/ }).click()
      await page.getByRole('menuitem', { name: /^(以前の版|Versions)$/ }).click()
      await page.locator('dialog del').first().waitFor()
    },
  },
  { name: 'plans-draft', path: `${brand}/plans?status=draft`, user: 'owner' },
  { name: 'new-plan', path: plan('new'), user: 'owner' },
  {
    name: 'new-plan-fees',
    path: plan('new'),
    user: 'owner',
    afresh: true,
    scenario: 'empty',
    prepare: async (page) => {
      await page.getByRole('textbox', { name: /^(プラン名|Name)/ }).fill('Aoi')
      await page.getByRole('textbox', { name: /^(価格|Price)/ }).fill('1000')
      await page.getByRole('button', { name: /^(公開する|Activate)$/ }).click()
      await page.locator('dialog[open]').getByRole('link').waitFor()
    },
  },
  { name: 'plan-active', path: plan('plan_seiza'), user: 'owner' },
  { name: 'plan-draft', path: plan('plan_haru'), user: 'owner', action: button('公開する') },
  { name: 'plan-scheduled', path: plan('plan_hajimari'), user: 'owner' },
  { name: 'plan-archived', path: plan('plan_archived'), user: 'owner' },
  {
    name: 'plan-wrong',
    path: plan('new'),
    user: 'owner',
    afresh: true,
    prepare: async (page) => {
      await page.locator('textarea').first().fill('1')
      await save(page)
      await page.locator('[aria-invalid=true]').first().waitFor()
    },
  },
  {
    name: 'plan-conflict',
    refused: true,
    path: plan('plan_seiza'),
    user: 'owner',
    afresh: true,
    scenario: 'conflict',
    prepare: async (page) => {
      await change(page)
      await save(page)
      await page.locator('dialog h3').first().waitFor()
    },
  },
  {
    name: 'plan-offline',
    path: plan('plan_seiza'),
    user: 'owner',
    afresh: true,
    prepare: async (page) => {
      await change(page)
      await goOffline(page)
      await save(page)
      await page.locator('[aria-busy=true]').waitFor()
    },
  },
  { name: 'plan-one-more', path: plan('plan_seiza'), user: 'owner', scenario: 'oneMore', prepare: othersAreShown },
  { name: 'plan-moderator', path: plan('plan_seiza'), user: 'owner', scenario: 'moderator' },
  {
    name: 'profile-two-more',
    path: `${brand}/profile`,
    user: 'owner',
    afresh: true,
    scenario: 'twoMore',
    prepare: othersAreShown,
  },
  { name: 'profile-moderator', path: `${brand}/profile`, user: 'owner', scenario: 'moderator' },
  { name: 'archive-plan-no-members', path: `${plan('plan_seiza')}/archive`, user: 'owner', scenario: 'noMembers' },
  { name: 'new-tenant-asked', path: '/tenants/new?applicationId=application_3', user: 'newcomer', scenario: 'asked' },
  { name: 'fans', path: `${brand}/fans`, user: 'owner' },
  { name: 'fans-empty', path: `${brand}/fans`, user: 'owner', scenario: 'empty' },
  { name: 'fan', path: `${brand}/fans/fan_mock_0`, user: 'owner', action: button('ブロックする') },
  {
    name: 'fan-access',
    path: `${brand}/fans/fan_mock_0`,
    user: 'owner',
    prepare: async (page) => {
      await page.getByRole('button', { name: /見られるかを調べる|Check access/ }).click()
      await page.locator('dialog input[type=radio]').nth(1).check()
      await page.locator('dialog section li').first().waitFor()
    },
  },
  { name: 'subscribers', path: `${brand}/subscribers`, user: 'owner' },
  { name: 'subscribers-at-risk', path: `${brand}/subscribers?tab=atRisk`, user: 'owner' },
  { name: 'subscribers-as-of', path: `${brand}/subscribers?asOf=2026-08-31`, user: 'owner' },
  { name: 'subscriber-changed', path: `${brand}/subscribers/subscription_mock_3`, user: 'owner' },
  { name: 'subscribers-empty', path: `${brand}/subscribers`, user: 'owner', scenario: 'empty' },
  {
    name: 'subscriber',
    path: `${brand}/subscribers/subscription_mock_6`,
    user: 'owner',
    action: button('支払いを催促する'),
  },
  {
    name: 'subscriber-remind',
    path: `${brand}/subscribers/subscription_mock_6`,
    user: 'owner',
    prepare: async (page) => {
      await page.getByRole('button', { name: /支払いを催促する|Remind of the payment/ }).click()
      await mailsAreShown(page)
    },
  },
  {
    name: 'subscriber-end',
    path: `${brand}/subscribers/subscription_mock_6`,
    user: 'owner',
    prepare: async (page) => {
      await press(page, /^(期間の終わりで終了する|End with the paid period)$/)
      await mailsAreShown(page)
    },
  },
  { name: 'orders-closed', path: `${brand}/orders`, user: 'editor' },
  {
    name: 'club-close',
    path: tenant,
    user: 'owner',
    prepare: async (page) => {
      await page.getByRole('button', { name: /クラブを閉鎖する|Close the club/ }).click()
      await page.locator('dialog').waitFor()
    },
  },
  { name: 'dashboard', path: `${brand}/dashboard`, user: 'owner', action: button('接続する') },
  {
    name: 'dashboard-recount',
    path: `${brand}/dashboard`,
    user: 'owner',
    prepare: async (page) => {
      await page.getByRole('button', { name: /集計し直す|Count again/ }).click()
      await page.locator('dialog input[type=date]').waitFor()
    },
  },
  { name: 'member-moves', path: `${brand}/dashboard/moves?kind=ended`, user: 'owner' },
  { name: 'member-moves-empty', path: `${brand}/dashboard/moves`, user: 'owner', scenario: 'empty' },
  { name: 'dashboard-empty', path: `${brand}/dashboard`, user: 'owner', scenario: 'empty' },
  { name: 'requests', path: `${brand}/request`, user: 'owner', action: button('運営に質問する') },
  { name: 'requests-empty', path: `${brand}/request`, user: 'owner', scenario: 'empty' },
  {
    name: 'request',
    path: `${brand}/request?inquiryId=inquiry_1`,
    user: 'owner',
    action: button('返信する'),
  },
  { name: 'operator-requests', path: '/operator/requests', user: 'operator' },
  { name: 'operator-requests-mine', path: '/operator/requests?assigned=mine&status=all', user: 'operator' },
  { name: 'operator-request', path: '/operator/requests?inquiryId=inquiry_2', user: 'operator' },
  { name: 'account', path: '/tenants/account', user: 'owner', action: button('ファイルを作る') },
  {
    name: 'account-mail-stopped',
    path: '/tenants/account',
    user: 'owner',
    scenario: 'mailStopped',
    action: button('お知らせを再開する'),
  },
  { name: 'account-last-owner', path: '/tenants/account', user: 'owner', scenario: 'lastOwner' },
  { name: 'audit', path: `${tenant}/audit`, user: 'owner' },
  { name: 'sales', path: `${brand}/sales`, user: 'owner' },
  { name: 'sales-empty', path: `${brand}/sales`, user: 'owner', scenario: 'empty' },
  { name: 'revenue', path: `${brand}/revenue`, user: 'owner' },
  { name: 'revenue-empty', path: `${brand}/revenue`, user: 'owner', scenario: 'empty' },
  {
    name: 'revenue-month',
    path: `${brand}/revenue/2026-09`,
    user: 'owner',
    action: button('支払明細書（PDF）'),
  },
  {
    name: 'bank-account',
    path: `${brand}/bankAccount`,
    user: 'owner',
    action: button('口座を変更する'),
  },
  { name: 'bank-account-none', path: `${brand}/bankAccount`, user: 'owner', scenario: 'empty' },
  { name: 'bank-account-errored', path: `${brand}/bankAccount`, user: 'owner', scenario: 'errored' },
  {
    name: 'operator-payouts',
    path: '/operator/payouts',
    user: 'operator',
    action: button('お振り込みを作る'),
  },
  {
    name: 'operator-payouts-batch',
    path: '/operator/payouts',
    user: 'operator',
    prepare: async (page) => {
      await page.getByRole('button', { name: /お振り込みを作る|Make payouts/ }).click()
      await mailsAreShown(page)
    },
  },
  {
    name: 'operator-payouts-correct',
    path: '/operator/payouts',
    user: 'operator',
    prepare: async (page) => {
      await chooseInMenu(page, /この月を訂正する|Correct this month/)
      await page.locator('dialog input').first().fill('-1500')
      await page.locator('dialog input').last().fill('A-000812')
      await mailsAreShown(page)
    },
  },
  {
    name: 'operator-payouts-returned',
    path: '/operator/payouts?state=processing',
    user: 'operator',
    prepare: async (page) => {
      await chooseInMenu(page, /戻されたと記録する|Record as returned/)
      await mailsAreShown(page)
    },
  },
  {
    name: 'operator-payouts-cut',
    path: '/operator/payouts',
    user: 'operator',
    scenario: 'longName',
    prepare: askForBankFile,
  },
  {
    name: 'operator-payouts-again',
    path: '/operator/payouts',
    user: 'operator',
    scenario: 'twice',
    prepare: askForBankFile,
  },
  { name: 'operator-identity', path: '/operator/identity', user: 'operator' },
  {
    name: 'operator-identity-verify',
    path: '/operator/identity',
    user: 'operator',
    prepare: async (page) => {
      await chooseInMenu(page, /^(確認済みにする|Verify)$/)
      await mailsAreShown(page)
    },
  },
  { name: 'operator-jobs', path: '/operator/jobs', user: 'operator' },
  { name: 'operator-disputes', path: '/operator/disputes', user: 'operator' },
  { name: 'operator-dispute', path: '/operator/disputes?disputeId=dispute_mock_1', user: 'operator' },
  { name: 'operator-disputes-over', path: '/operator/disputes?disputeId=dispute_gone', user: 'operator' },
  { name: 'operator-disputes-empty', path: '/operator/disputes', user: 'operator', scenario: 'empty' },
  { name: 'operator-money', path: '/operator/money', user: 'operator' },
  {
    name: 'operator-money-refund-failed',
    path: '/operator/money',
    user: 'operator',
    prepare: (page) => chooseInMenu(page, /^(返金する|Refund)$/, 'pi_mock_3'),
  },
  {
    name: 'operator-money-disputed',
    path: '/operator/money',
    user: 'operator',
    prepare: (page) => chooseInMenu(page, /^(対応済みにする|Mark as settled)$/, 'pi_mock_4'),
  },
  { name: 'operator-money-empty', path: '/operator/money', user: 'operator', scenario: 'empty' },
  { name: 'operator-jobs-empty', path: '/operator/jobs', user: 'operator', scenario: 'empty' },
  { name: 'contents', path: `${brand}/contents`, user: 'owner', action: button('新しく作る') },
  {
    name: 'comments',
    path: `${brand}/contents/comments`,
    user: 'owner',
    action: button(/^公開前の確認/),
  },
  { name: 'comments-all', path: `${brand}/contents/comments?tab=all&page=2`, user: 'owner' },
  {
    name: 'comments-remove',
    path: `${brand}/contents/comments`,
    user: 'owner',
    prepare: async (page) => {
      await chooseInMenu(page, /^(削除する|Delete)$/)
      await mailsAreShown(page)
    },
  },
  {
    name: 'comments-answer',
    path: `${brand}/contents/comments?tab=all`,
    user: 'owner',
    prepare: async (page) => {
      await page
        .locator('main tbody')
        .getByRole('button', { name: /^(返信する|Answer)$/ })
        .first()
        .click()
      await mailsAreShown(page)
    },
  },
  {
    name: 'comments-holding',
    path: `${brand}/contents/comments`,
    user: 'owner',
    prepare: async (page) => {
      await page.getByRole('button', { name: /公開前の確認|Review before publishing/ }).click()
      await page.locator('dialog textarea').waitFor()
    },
  },
  { name: 'comments-moderator', path: `${brand}/contents/comments`, user: 'owner', scenario: 'moderator' },
  { name: 'comments-empty', path: `${brand}/contents/comments`, user: 'owner', scenario: 'empty' },
  { name: 'back-numbers', path: `${brand}/contents/back-numbers`, user: 'owner' },
  { name: 'back-numbers-empty', path: `${brand}/contents/back-numbers`, user: 'owner', scenario: 'empty' },
  { name: 'contents-drafts', path: `${brand}/contents?status=draft`, user: 'owner' },
  { name: 'contents-calendar', path: `${brand}/contents?view=calendar&month=2026-11`, user: 'owner' },
  { name: 'contents-moderator', path: `${brand}/contents`, user: 'owner', scenario: 'moderator' },
  { name: 'new-content', path: `${content('new')}?type=news`, user: 'owner', prepare: editor },
  {
    name: 'content-draft',
    path: content('content_0'),
    user: 'owner',
    prepare: editor,
    action: button('公開する'),
  },
  {
    name: 'content-slash',
    path: content('content_0'),
    user: 'owner',
    afresh: true,
    prepare: async (page) => {
      await editor(page)
      await goToEnd(page)
      await page.keyboard.press('Enter')
      await page.keyboard.type('/')
      await page.getByRole('listbox').waitFor()
    },
  },
  {
    name: 'content-publish',
    path: content('content_0'),
    user: 'owner',
    prepare: async (page) => {
      await editor(page)
      await press(page, /^(公開する|Publish)$/)
      await page.locator('dialog[open] [role=switch]').waitFor()
    },
  },
  { name: 'content-scheduled', path: content('content_6'), user: 'owner', prepare: editor },
  { name: 'content-active', path: content('content_10'), user: 'owner', afresh: true, prepare: editor },
  {
    name: 'upload-editor',
    ...newVideo,
    prepare: async (page) => {
      await partsAre(page, 'held')
      await beginVideo(page)
      await page.getByText(/42%/).first().waitFor()
      await forgetUploads(page)
    },
  },
  {
    name: 'upload-interrupted',
    ...newVideo,
    prepare: async (page) => {
      await interruptVideo(page)
      await page
        .locator('main input[type=file]')
        .first()
        .setInputFiles({ name: 'winter-live-2026.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(1024 ** 2) })
      await page.locator('dialog[open]').waitFor()
      await forgetUploads(page)
    },
  },
  {
    name: 'upload-going',
    ...newVideo,
    prepare: async (page) => {
      await partsAre(page, 'held')
      await sendVideo(page)
      await page.getByText(/42%/).first().waitFor()
      await forgetUploads(page)
    },
  },
  {
    name: 'upload-offline',
    ...newVideo,
    prepare: async (page) => {
      await partsAre(page, 'held')
      await sendVideo(page)
      await goOffline(page)
      await page
        .getByText(/^(通信の回復を待っています|Waiting for the connection)$/)
        .first()
        .waitFor()
    },
  },
  {
    name: 'upload-failed',
    ...newVideo,
    refused: true,
    scenario: 'uploadRefused',
    prepare: async (page) => {
      await sendVideo(page)
      await page.getByText(/^(送信できませんでした|It could not be sent)/).waitFor()
      await forgetUploads(page)
    },
  },
  {
    name: 'upload-done',
    ...newVideo,
    prepare: async (page) => {
      await partsAre(page, 'taken')
      await sendVideo(page)
      await page.getByText(/^(送信しました。|Sent\.)$/).waitFor()
    },
  },
  {
    name: 'content-four-more',
    path: content('content_10'),
    user: 'owner',
    afresh: true,
    scenario: 'fourMore',
    prepare: async (page) => {
      await editor(page)
      await othersAreShown(page)
    },
  },
  { name: 'content-video', path: content('content_13'), user: 'owner', prepare: editor },
  {
    name: 'content-streaming',
    path: content('content_11'),
    user: 'owner',
    prepare: editor,
    action: button('配信を開始'),
  },
  {
    name: 'content-streaming-live',
    path: content('content_11'),
    user: 'owner',
    scenario: 'live',
    prepare: editor,
    action: button('配信を終了'),
  },
  {
    name: 'content-streaming-lost',
    path: content('content_11'),
    user: 'owner',
    scenario: 'signalLost',
    prepare: editor,
  },
  {
    name: 'content-streaming-second',
    path: content('content_11'),
    user: 'owner',
    scenario: 'secondEncoder',
    prepare: editor,
  },
  {
    name: 'content-streaming-archive',
    path: content('content_11'),
    user: 'owner',
    scenario: 'beforeVOD',
    prepare: editor,
  },
  {
    name: 'content-streaming-failed',
    path: content('content_11'),
    user: 'owner',
    scenario: 'vodFailed',
    prepare: editor,
  },
  { name: 'content-streaming-moderator', path: content('content_11'), user: 'owner', scenario: 'moderator' },
  {
    name: 'new-live',
    path: `${content('new')}?type=streaming`,
    user: 'owner',
    prepare: (page) => page.getByRole('textbox', { name: /^(配信のタイトル|Title of the live)/ }).waitFor(),
    action: button('公開して配信デスクへ'),
  },
  { name: 'new-streaming', path: `${content('new')}?type=streaming&eventId=event_3`, user: 'owner' },
  { name: 'content-moderator', path: content('content_10'), user: 'owner', scenario: 'moderator' },
  { name: 'content-unknown', refused: true, path: content('content_nobody'), user: 'owner' },
  {
    name: 'content-preview',
    path: content('content_10'),
    user: 'owner',
    prepare: async (page) => {
      await editor(page)
      await page.locator('main h1 ~ div button').first().click()
      await page.locator('dialog iframe').waitFor()
    },
  },
  { name: 'events', path: `${brand}/events`, user: 'owner', action: link('イベントを作成') },
  { name: 'events-ended', path: `${brand}/events?status=ended&page=2`, user: 'owner' },
  { name: 'new-event', path: event('new'), user: 'owner' },
  { name: 'event-draft', path: event('event_0'), user: 'owner', action: button('公開する') },
  {
    name: 'event-preview',
    path: event('event_3'),
    user: 'owner',
    prepare: async (page) => {
      await page.getByRole('button', { name: /^プレビュー$|^Preview$/ }).click()
      await page.getByRole('dialog').frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor()
    },
  },
  { name: 'event-published', path: event('event_3'), user: 'owner' },
  { name: 'event-postponed', path: event('event_6'), user: 'owner' },
  { name: 'event-canceled', path: event('event_7'), user: 'owner' },
  {
    name: 'event-cancel',
    path: event('event_3'),
    user: 'owner',
    prepare: async (page) => {
      await page.locator('main [aria-haspopup=menu]').click()
      // The last one moves it to the bin.
      await page.getByRole('menuitem').nth(-2).click()
      await page.locator('dialog ul li').first().waitFor()
    },
  },
  {
    name: 'event-postpone',
    path: event('event_3'),
    user: 'owner',
    prepare: async (page) => {
      await page.locator('main [aria-haspopup=menu]').click()
      await page.getByRole('menuitem').nth(-3).click()
      await page.locator('dialog p a').waitFor()
    },
  },
  { name: 'event-moderator', path: event('event_3'), user: 'owner', scenario: 'moderator' },
  { name: 'event-unknown', refused: true, path: event('event_nobody'), user: 'owner' },
  { name: 'goods', path: `${brand}/goods`, user: 'owner', action: link('グッズを追加') },
  { name: 'goods-sold-out', path: `${brand}/goods?tab=soldOut&type=physicalGoods`, user: 'owner' },
  { name: 'new-goods', path: goods('new'), user: 'owner', action: button('保存して公開する') },
  { name: 'goods-item', path: goods('goods_2'), user: 'owner' },
  { name: 'goods-digital', path: goods('goods_3'), user: 'owner' },
  {
    name: 'goods-file-going',
    path: goods('goods_3'),
    user: 'owner',
    prepare: async (page) => {
      await page.locator('main input[type=file][multiple]').last().waitFor({ state: 'attached' })
      await partsAre(page, 'held')
      await page
        .locator('main input[type=file][multiple]')
        .last()
        .setInputFiles({ name: 'album.zip', mimeType: 'application/zip', buffer: Buffer.alloc(1024 ** 2) })
      await page.getByText(/42%/).first().waitFor()
      await forgetUploads(page)
    },
  },
  { name: 'goods-hidden', path: goods('goods_9'), user: 'owner', action: button('公開する') },
  { name: 'goods-read-only', path: goods('goods_2'), user: 'owner', scenario: 'readOnly' },
  {
    name: 'goods-adjust',
    path: goods('goods_2'),
    user: 'owner',
    prepare: (page) => page.getByRole('button', { name: /在庫を調整する|Adjust the stock/ }).click(),
  },
  {
    name: 'goods-conflict',
    refused: true,
    path: goods('goods_2'),
    user: 'owner',
    afresh: true,
    scenario: 'conflict',
    prepare: async (page) => {
      await change(page)
      await page.locator('[data-cell="0:2"] input').fill('7')
      await save(page)
      await page.locator('dialog h3').first().waitFor()
    },
  },
  { name: 'goods-unknown', refused: true, path: goods('goods_nobody'), user: 'owner' },
  {
    name: 'event-goods',
    path: `${tenant}/event-goods`,
    user: 'owner',
    action: link('イベントグッズを準備'),
  },
  { name: 'event-goods-empty', path: `${tenant}/event-goods`, user: 'owner', scenario: 'empty' },
  {
    name: 'new-event-goods',
    path: `${tenant}/event-goods/new`,
    user: 'owner',
    action: button('確認に出す'),
  },
  {
    name: 'event-goods-item',
    path: `${tenant}/event-goods/event_goods_0`,
    user: 'owner',
    action: button('販売を終える'),
  },
  { name: 'event-goods-digital', path: `${tenant}/event-goods/event_goods_5`, user: 'owner' },
  { name: 'event-goods-unknown', refused: true, path: `${tenant}/event-goods/goods_nobody`, user: 'owner' },
  { name: 'event-goods-drafts', path: `${tenant}/event-goods-drafts`, user: 'owner' },
  {
    name: 'event-goods-review',
    path: `${tenant}/event-goods-drafts?draftId=draft_0`,
    user: 'owner',
    action: button('承認する'),
  },
  {
    name: 'pick-up',
    path: `${tenant}/pick-up`,
    user: 'owner',
    action: button('カメラで読み取る'),
  },
  {
    name: 'pick-up-order',
    path: `${tenant}/pick-up`,
    user: 'owner',
    afresh: true,
    prepare: async (page) => {
      await page.getByLabel(/注文番号|Order number/).fill('A-000413')
      await page.getByRole('button', { name: /^(探す|Find)$/ }).click()
      await page.getByTestId('pick-up-lines').waitFor()
    },
  },
  {
    name: 'pick-up-twice',
    path: `${tenant}/pick-up`,
    user: 'owner',
    afresh: true,
    prepare: async (page) => {
      await page.getByLabel(/注文番号|Order number/).fill('A-000419')
      await page.getByRole('button', { name: /^(探す|Find)$/ }).click()
      await page.getByTestId('pick-up-lines').waitFor()
    },
  },
  {
    name: 'pick-up-list',
    path: `${tenant}/pick-up`,
    user: 'owner',
    prepare: loadDeskList,
  },
  {
    name: 'pick-up-offline',
    path: `${tenant}/pick-up`,
    user: 'owner',
    afresh: true,
    prepare: async (page) => {
      await loadDeskList(page)
      await goOffline(page)
      await findAtDesk(page, 'A-000413')
    },
  },
  {
    name: 'pick-up-offline-unknown',
    path: `${tenant}/pick-up`,
    user: 'owner',
    prepare: async (page) => {
      await loadDeskList(page)
      await goOffline(page)
      await typeAtDesk(page, 'A-000999')
      await page.locator('main [tabindex="-1"] >> text=/接続がありません|No connection/').waitFor()
    },
  },
  {
    name: 'pick-up-waiting',
    path: `${tenant}/pick-up`,
    user: 'owner',
    afresh: true,
    prepare: async (page) => {
      await handOffline(page, 'A-000413')
      await findAtDesk(page, 'A-000413')
    },
  },
  {
    name: 'pick-up-refused',
    refused: true,
    path: `${tenant}/pick-up`,
    user: 'owner',
    prepare: async (page) => {
      await handOffline(page, 'A-000418')
      await goOnline(page)
      await page.getByTestId('refused-hand-overs').waitFor()
    },
  },
  {
    name: 'pick-up-leave',
    path: `${tenant}/pick-up`,
    user: 'owner',
    afresh: true,
    prepare: async (page) => {
      await handOffline(page, 'A-000413')
      await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href$="/tenants"]')?.click())
      await page.locator('dialog[open] h2').first().waitFor()
    },
  },
  { name: 'orders', path: `${brand}/orders`, user: 'owner', action: link(/銀河プラン/) },
  {
    name: 'orders-held',
    path: `${brand}/orders?fulfillment=onHold,preparing&payment=paid`,
    user: 'owner',
  },
  {
    name: 'orders-held-filters',
    path: `${brand}/orders?fulfillment=onHold,preparing&payment=paid`,
    user: 'owner',
    prepare: async (page) => {
      await page.getByRole('button', { name: /^(その他の条件|More filters)/ }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'orders-part-sent', path: `${brand}/orders?needs=partSent`, user: 'owner' },
  { name: 'orders-disputed', path: `${brand}/orders?needs=disputed`, user: 'owner' },
  { name: 'orders-todo', path: `${brand}/orders?tab=todo&kind=goods&page=1`, user: 'owner' },
  {
    name: 'orders-chosen',
    path: `${brand}/orders?tab=todo`,
    user: 'owner',
    afresh: true,
    prepare: (page) => page.locator('table input[type=checkbox]').nth(1).check(),
    action: button('準備中にする'),
  },
  {
    name: 'orders-matching',
    path: `${brand}/orders?amountFrom=1000`,
    user: 'owner',
    afresh: true,
    prepare: async (page) => {
      await page.locator('table input[type=checkbox]').first().check()
      await page.getByRole('button', { name: /すべて選択$|^Select all/ }).click()
      await page.getByRole('button', { name: /^(準備中にする|Start preparing)$/ }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'orders-shipping',
    path: `${brand}/orders?tab=todo`,
    user: 'owner',
    afresh: true,
    prepare: async (page) => {
      await page.locator('table input[type=checkbox]').first().check()
      await page.getByRole('button', { name: /^(発送を登録|Ship)$/ }).click()
      await page.getByTestId('ship-rows').waitFor()
    },
  },
  {
    name: 'orders-shipping-mails',
    path: `${brand}/orders?tab=todo`,
    user: 'owner',
    afresh: true,
    prepare: async (page) => {
      await page.locator('table input[type=checkbox]').first().check()
      await page.getByRole('button', { name: /^(発送を登録|Ship)$/ }).click()
      const numbers = page.getByTestId('ship-rows').locator('input')
      await numbers.first().waitFor()
      for (const [n, one] of (await numbers.all()).entries()) await one.fill(String(123456789010 + n))
      await mailsAreShown(page)
    },
  },
  {
    name: 'order-goods',
    path: order('order_mock_2'),
    user: 'owner',
    action: button('発送の準備を始める'),
  },
  { name: 'order-buyer-deleted', path: order('order_mock_22'), user: 'owner' },
  {
    name: 'order-sent',
    path: order('order_mock_6'),
    user: 'owner',
    action: button('配達済みにする'),
  },
  {
    name: 'order-held',
    path: order('order_mock_12'),
    user: 'owner',
    action: button('保留を解除する'),
  },
  {
    name: 'order-address',
    path: order('order_mock_2'),
    user: 'owner',
    prepare: async (page) => {
      await page.getByRole('button', { name: /住所を表示する|Show the address/ }).click()
      await page.locator('address').waitFor()
    },
  },
  {
    name: 'delivery-details',
    path: `${order('order_mock_4')}/delivery-details`,
    user: 'owner',
    action: button('発送を登録する'),
  },
  {
    name: 'delivery-details-edit',
    path: `${order('order_mock_6')}/delivery-details?shipment=fulfillment_mock`,
    user: 'owner',
  },
  { name: 'delivery-details-nothing', path: `${order('order_mock_8')}/delivery-details`, user: 'owner' },
  {
    name: 'packing-slips',
    path: `${brand}/orders/packing-slips?ids=order_mock_2,order_mock_4`,
    user: 'owner',
    afresh: true,
    prepare: async (page) => {
      await page.getByRole('button', { name: /納品書を作成する|Make the packing slips/ }).click()
      await page.getByTestId('packing-slip').first().waitFor()
    },
    action: button('印刷する'),
  },
  { name: 'order-files', path: `${brand}/orders/files`, user: 'owner' },
  { name: 'order-files-empty', path: `${brand}/orders/files`, user: 'owner', scenario: 'empty' },
  {
    name: 'order-imports',
    path: `${brand}/orders/files?tab=imports`,
    user: 'owner',
    action: button('ファイルを選ぶ'),
  },
  {
    name: 'order-import-opened',
    path: `${brand}/orders/files?tab=imports&importId=import_mock_0&rows=problems`,
    user: 'owner',
    action: button(/件を発送済みにする/),
  },
  { name: 'order-import-applied', path: `${brand}/orders/files?tab=imports&importId=import_mock_1`, user: 'owner' },
  {
    name: 'order-export',
    path: `${brand}/orders?tab=todo`,
    user: 'owner',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'CSV' }).click()
      await page.getByRole('menuitem').first().click()
      await page.locator('dialog select').first().waitFor()
    },
    action: button('書き出す'),
  },
  { name: 'order-export-carrier', path: `${brand}/orders?tab=todo`, user: 'owner', prepare: openCarrierFile },
  {
    name: 'order-export-addresses',
    path: `${brand}/orders?tab=todo`,
    user: 'owner',
    prepare: async (page) => {
      await openCarrierFile(page)
      await page
        .locator('dialog')
        .getByRole('button', { name: /^(書き出す|Export)$/ })
        .click()
      await page.getByTestId('address-check').waitFor()
    },
  },
  {
    name: 'shortcuts',
    path: `${brand}/orders`,
    user: 'owner',
    prepare: async (page) => {
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: /キーボードの操作|Keyboard shortcuts/ }).waitFor()
    },
  },
  { name: 'pick-list', path: `${brand}/orders/pick-list`, user: 'owner', action: button('印刷する') },
  { name: 'pick-list-files', path: `${brand}/orders/pick-list?way=files`, user: 'owner' },
  { name: 'pick-list-no-files', path: `${brand}/orders/pick-list?way=files`, user: 'owner', scenario: 'empty' },
  { name: 'pick-list-empty', path: `${brand}/orders/pick-list`, user: 'owner', scenario: 'empty' },
  { name: 'packing-slips-none', path: `${brand}/orders/packing-slips`, user: 'owner' },
  {
    name: 'order-refund-failed',
    path: order('order_mock_6'),
    user: 'owner',
    prepare: async (page) => {
      await page.getByRole('button', { name: /^(対応済みにする|Mark as settled)$/ }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'orders-empty', path: `${brand}/orders`, user: 'owner', scenario: 'empty' },
  { name: 'order-not-collected', path: order('order_mock_18'), user: 'owner' },
  { name: 'order', path: order('order_mock_9'), user: 'owner', action: button('返金する') },
  {
    name: 'order-refund',
    path: order('order_mock_9'),
    user: 'owner',
    afresh: true,
    scenario: 'staleSignIn',
    refused: true,
    prepare: async (page) => {
      await page.getByRole('button', { name: /返金する|Refund/ }).click()
      await page.locator('dialog textarea').fill('Twice')
      await page.locator('dialog [type=submit]').click()
      await page.locator('dialog [autocomplete=current-password]').waitFor()
    },
  },
  {
    name: 'order-late',
    path: order('order_mock_3'),
    user: 'owner',
    action: button('受け取って成立させる'),
  },
  {
    name: 'order-late-accept',
    path: order('order_mock_3'),
    user: 'owner',
    prepare: async (page) => {
      await press(page, /^(受け取って成立させる|Accept and complete)$/)
      await mailsAreShown(page)
    },
  },
  {
    name: 'order-late-refund',
    path: order('order_mock_3'),
    user: 'owner',
    prepare: async (page) => {
      await press(page, /^(入金を返金する|Give the money back)$/)
      await mailsAreShown(page)
    },
  },
  {
    name: 'order-refund-pieces',
    path: order('order_mock_42'),
    user: 'owner',
    prepare: async (page) => {
      await press(page, /^(返金する|Refund)$/)
      await page.locator('dialog input[inputmode=numeric]').first().fill('1')
      await mailsAreShown(page)
    },
  },
  {
    name: 'order-refund-lines',
    path: order('order_mock_41'),
    user: 'owner',
    prepare: async (page) => {
      await press(page, /^(返金する|Refund)$/)
      await page.locator('dialog').getByText('2026年9月のバックナンバー').click()
      await mailsAreShown(page)
    },
  },
  {
    name: 'order-cancel',
    path: order('order_mock_42'),
    user: 'owner',
    prepare: async (page) => {
      await chooseInMenu(page, /注文を取り消す|Cancel the order/)
      await mailsAreShown(page)
    },
  },
  {
    name: 'order-extend',
    path: order('order_mock_0'),
    user: 'owner',
    prepare: async (page) => {
      await press(page, /^(期限を延ばす|Give more time)$/)
      await mailsAreShown(page)
    },
  },
  { name: 'order-unknown', refused: true, path: order('order_nobody'), user: 'owner' },
  { name: 'sample-editor', path: '/sample/editor', user: 'owner', prepare: editor },
  {
    name: 'editor-table',
    path: '/sample/editor',
    user: 'owner',
    afresh: true,
    prepare: async (page) => {
      await page.locator('.ProseMirror').click()
      await page.keyboard.type('/table')
      await page.keyboard.press('Enter')
      for (const words of ['Day', 'Place', 'Doors', '12/1', 'Osaka', '18:30', '12/3', 'Nagoya', '18:00']) {
        await page.keyboard.type(words)
        await page.keyboard.press('Tab')
      }
      await page.locator('main aside td').nth(8).waitFor()
    },
  },
  { name: 'help', path: '/help', user: 'nobody', action: link(/^動画を届ける/) },
  {
    name: 'help-found',
    path: '/help',
    user: 'nobody',
    afresh: true,
    prepare: async (page) => {
      await page.getByRole('searchbox').fill('おーびーえす')
      await page.locator('main li').nth(1).waitFor({ state: 'detached' })
    },
  },
  { name: 'help-article', path: '/help/live', user: 'nobody', action: link(/^バックナンバーを売る/) },
  { name: 'terms', path: '/terms', user: 'nobody' },
  { name: 'privacy', path: '/privacy', user: 'nobody' },
  { name: 'help-fans', path: '/help/fans', user: 'nobody', action: link(/運営する方/) },
  { name: 'terms-fans', path: '/terms/fans', user: 'nobody' },
  { name: 'privacy-fans', path: '/privacy/fans', user: 'nobody' },
  { name: 'plan-unknown', refused: true, path: plan('plan_nobody'), user: 'owner' },
  {
    name: 'archive-plan',
    path: `${plan('plan_seiza')}/archive`,
    user: 'owner',
    action: button('次へ'),
  },
  {
    name: 'archive-plan-yearly',
    path: `${plan('plan_suisei')}/archive?step=2`,
    user: 'owner',
    prepare: (page) => page.getByRole('checkbox').check(),
  },
  {
    name: 'archive-plan-refused',
    refused: true,
    path: `${plan('plan_haru')}/archive`,
    user: 'owner',
  },
  { name: 'fan-brand', path: '/fc/aoi', user: 'nobody', action: link(/プランを見る/) },
  { name: 'fan-plans', path: '/fc/aoi/plans', user: 'nobody' },
  { name: 'fan-plan', path: '/fc/aoi/plans/plan_seiza', user: 'nobody', action: button(/^入会する/) },
  { name: 'fan-plan-ending', path: '/fc/aoi/plans/plan_hajimari', user: 'nobody' },
  { name: 'fan-plan-archived', path: '/fc/aoi/plans/plan_archived', user: 'nobody' },
  {
    name: 'fan-plan-refused',
    path: '/fc/aoi/plans/plan_seiza',
    user: 'newcomer',
    scenario: 'refusedCard',
    action: link('カードを変える'),
  },
  {
    name: 'fan-plan-welcome',
    path: '/fc/aoi/plans/plan_seiza?paid=1',
    user: 'newcomer',
    afresh: true,
    prepare: (page) => page.getByTestId('welcome').waitFor(),
  },
  {
    name: 'fan-plan-welcome-back',
    path: '/fc/aoi/plans/plan_seiza?paid=1',
    user: 'newcomer',
    afresh: true,
    scenario: 'cameBack',
    prepare: (page) => page.getByTestId('welcome').waitFor(),
  },
  { name: 'fan-plans-refused', path: '/fc/aoi/plans', user: 'newcomer', scenario: 'refusedCard' },
  { name: 'fan-brand-refused', path: '/fc/aoi', user: 'newcomer', scenario: 'refusedCard' },
  {
    name: 'fan-join',
    path: '/fc/aoi/plans/plan_seiza',
    user: 'newcomer',
    prepare: async (page) => {
      await page.getByTestId('join').click()
      await page.getByTestId('join-konbini').check()
    },
    action: button('お支払い番号の発行へ進む'),
  },
  ...(
    [
      ['fan-change-plan', 'changes', 'plan_ginga', '支払い画面へ進む'],
      ['fan-change-plan-at-end', 'changesAtEnd', 'plan_seiza', '変更を予約する'],
      ['fan-change-plan-to-year', 'changesToYear', 'plan_suisei', 'お支払い番号の発行へ進む'],
    ] as const
  ).map(
    ([name, scenario, planId, words]): Screen => ({
      name,
      path: `/fc/aoi/plans/${planId}`,
      user: 'newcomer',
      afresh: true,
      scenario,
      prepare: async (page) => {
        await page.getByTestId('join').click()
        await page.getByTestId('join-change').click()
      },
      action: button(words),
    }),
  ),
  {
    name: 'fan-change-plan-refused',
    path: '/fc/aoi/plans/plan_ginga',
    user: 'newcomer',
    afresh: true,
    scenario: 'changesRefused',
    prepare: (page) => page.getByTestId('join').click(),
    action: button('支払い画面へ進む'),
  },
  {
    name: 'my-plans-changing',
    path: '/fc/me/plans',
    user: 'newcomer',
    scenario: 'planChanges',
    action: button(/変更を取りやめる/),
  },
  { name: 'my-home', path: '/fc/me', user: 'newcomer', action: link(/今すぐ見る/) },
  {
    name: 'my-home-many',
    path: '/fc/me',
    user: 'newcomer',
    scenario: 'many',
    action: button('ほかのクラブを見る'),
  },
  { name: 'my-home-none', path: '/fc/me', user: 'newcomer', scenario: 'empty', action: button('クラブを開く') },
  {
    name: 'my-home-none-wrong',
    path: '/fc/me',
    user: 'newcomer',
    afresh: true,
    scenario: 'empty',
    prepare: async (page) => {
      await page.locator('main form input').fill('?')
      await page.locator('main form button').click()
      await page.locator('main [aria-invalid=true]').waitFor()
    },
  },
  { name: 'my-home-visitor', path: '/fc/me', user: 'nobody', action: link('ログイン') },
  {
    name: 'my-home-bell',
    path: '/fc/me',
    user: 'newcomer',
    prepare: async (page) => {
      await page.getByTestId('fan-bell').click()
      await page.getByTestId('my-notices').waitFor()
    },
  },
  {
    name: 'my-home-bell-empty',
    path: '/fc/me',
    user: 'newcomer',
    scenario: 'empty',
    prepare: async (page) => {
      await page.getByTestId('fan-bell').click()
      await page.locator('dialog h2').nth(1).waitFor()
    },
  },
  {
    name: 'fan-brand-bell',
    path: '/fc/aoi',
    user: 'newcomer',
    prepare: (page) => page.getByTestId('fan-bell').waitFor(),
  },
  { name: 'my-plans', path: '/fc/me/plans', user: 'newcomer', action: button(/解約する/) },
  { name: 'my-plans-none', path: '/fc/me/plans', user: 'newcomer', scenario: 'empty' },
  {
    name: 'my-plans-leave',
    path: '/fc/me/plans',
    user: 'newcomer',
    prepare: (page) => page.locator('[data-status=active] button').last().click(),
  },
  {
    name: 'my-plans-first-order',
    path: '/fc/me/plans',
    user: 'newcomer',
    prepare: (page) => page.locator('[data-plan=plan_aki] button').last().click(),
  },
  { name: 'my-plans-visitor', path: '/fc/me/plans', user: 'nobody', action: link('ログイン') },
  { name: 'my-orders', path: '/fc/me/orders', user: 'newcomer', action: link(/領収書/) },
  {
    name: 'my-orders-refund',
    path: '/fc/me/orders',
    user: 'newcomer',
    prepare: (page) => page.getByTestId('refund-question').getByRole('button').click(),
  },
  {
    name: 'my-orders-thanks',
    path: '/fc/me/orders?type=goods&paid=order_mock_3',
    user: 'owner',
    prepare: (page) => page.getByTestId('order-next').waitFor(),
  },
  {
    name: 'my-orders-thanks-pick-up',
    path: '/fc/me/orders?type=goods&paid=order_mock_3',
    user: 'owner',
    scenario: 'pickUp',
    action: link('受け取りのコードを見る'),
  },
  { name: 'my-orders-none', path: '/fc/me/orders', user: 'newcomer', scenario: 'empty' },
  {
    name: 'receipt',
    afresh: true,
    path: '/fc/me/orders/order_mock_1/receipt',
    user: 'newcomer',
    action: button('印刷する'),
  },
  {
    name: 'receipt-addressed',
    afresh: true,
    path: '/fc/me/orders/order_mock_1/receipt',
    user: 'newcomer',
    scenario: 'addressed',
    action: button('PDFを保存する'),
  },
  {
    name: 'konbini-form',
    path: '/fc/pay/konbini/order_mock_new',
    user: 'newcomer',
    action: button('お支払い番号を発行する'),
  },
  {
    name: 'konbini-codes',
    path: '/fc/pay/konbini/order_mock_0',
    user: 'newcomer',
    action: button('お支払いをやめる'),
  },
  { name: 'konbini-paid-goods', path: '/fc/pay/konbini/order_mock_3', user: 'owner', scenario: 'paidGoods' },
  { name: 'konbini-paid', path: '/fc/pay/konbini/order_mock_0', user: 'newcomer', scenario: 'paid' },
  { name: 'konbini-expired', path: '/fc/pay/konbini/order_mock_0', user: 'newcomer', scenario: 'expired' },
  { name: 'fan-events', path: '/fc/aoi/events', user: 'nobody' },
  { name: 'fan-event', path: '/fc/aoi/events/event_3', user: 'nobody' },
  { name: 'fan-event-canceled', path: '/fc/aoi/events/event_7', user: 'nobody' },
  { name: 'fan-goods', path: '/fc/aoi/goods', user: 'nobody', action: link('デジタル商品') },
  {
    name: 'fan-goods-digital',
    path: '/fc/aoi/goods?method=digital&buyable=true',
    user: 'nobody',
    // The browser reads the query: the server's page shows everything.
    prepare: async (page) => {
      await page.locator('main nav [aria-current=true]').nth(1).waitFor()
      // Asked once it is known who reads; until the answer is there the list stands paled.
      await page.waitForFunction(() =>
        globalThis.tsudoiMockCalls?.some(({ body }) => JSON.stringify(body)?.includes('"digital"')),
      )
      await settled(page)
    },
  },
  {
    name: 'fan-goods-found',
    path: '/fc/aoi/goods?q=%E3%82%A2%E3%82%AF%E3%83%AA%E3%83%AB&sort=price',
    user: 'nobody',
    prepare: async (page) => {
      await page.locator('main nav:last-of-type [aria-current=true]:nth-child(2)').waitFor()
      await settled(page)
    },
  },
  {
    name: 'fan-goods-of-event',
    path: '/fc/aoi/goods?event=event_3',
    user: 'nobody',
    prepare: async (page) => {
      await page.getByRole('heading', { name: /^イベントのグッズ$|^Goods of the event$/ }).waitFor()
      await settled(page)
    },
  },
  {
    name: 'fan-goods-ended',
    path: '/fc/aoi/goods?ended=true',
    user: 'nobody',
    prepare: async (page) => {
      await page.getByRole('link', { name: /^販売中のグッズへ$|^Back to goods on sale$/ }).waitFor()
      await settled(page)
    },
  },
  {
    name: 'fan-goods-item',
    path: '/fc/aoi/goods/goods_2',
    user: 'nobody',
    action: button('カートに入れる'),
  },
  { name: 'fan-goods-sold-out', path: '/fc/aoi/goods/goods_4', user: 'nobody' },
  {
    name: 'fan-goods-asked',
    path: '/fc/aoi/goods/goods_4',
    user: 'newcomer',
    prepare: async (page) => {
      await page.getByRole('button', { name: /^再入荷したら知らせる$|^Tell me when it is back$/ }).click()
      await page.getByRole('button', { name: /^お知らせを取り消す$|^Don’t tell me$/ }).waitFor()
    },
  },
  { name: 'fan-goods-coming', path: '/fc/aoi/goods/goods_7', user: 'nobody' },
  { name: 'fan-goods-members', path: '/fc/aoi/goods/goods_6', user: 'nobody' },
  { name: 'fan-goods-members-yours', path: '/fc/aoi/goods/goods_6', user: 'owner', action: button('カートに入れる') },
  {
    name: 'fan-goods-members-join',
    path: '/fc/aoi/goods/goods_6',
    user: 'newcomer',
    action: link('星座プランに入会する ¥1,500 / 月'),
  },
  { name: 'fan-goods-windows', path: '/fc/aoi/goods/goods_16', user: 'nobody' },
  {
    name: 'fan-goods-window',
    path: '/fc/aoi/goods/goods_16',
    user: 'owner',
    action: button('カートに入れる'),
  },
  {
    name: 'fan-cart-visitor',
    path: '/fc/aoi/goods/goods_2',
    user: 'nobody',
    afresh: true,
    prepare: async (page) => {
      await page.getByTestId('add-to-cart').click()
      await page.getByRole('link', { name: /カートを見る|See the cart/ }).click()
      await page.getByTestId('waiting-cart').waitFor()
    },
  },
  {
    name: 'fan-cart-account',
    path: '/fc/aoi/goods/goods_2',
    user: 'nobody',
    prepare: async (page) => {
      await page.getByTestId('add-to-cart').click()
      await page.getByRole('link', { name: /カートを見る|See the cart/ }).click()
      await page.getByTestId('waiting-buy').click()
      await page.getByTestId('cart-sum').waitFor()
    },
  },
  {
    name: 'fan-cart-visitor-members',
    path: '/fc/aoi/goods/goods_6',
    user: 'nobody',
    afresh: true,
    prepare: async (page) => {
      await page.getByTestId('add-to-cart').click()
      await page.getByRole('link', { name: /カートを見る|See the cart/ }).click()
      await page.getByTestId('waiting-cart').waitFor()
    },
  },
  { name: 'fan-cart-members', path: '/fc/carts', user: 'owner', scenario: 'forMembers', action: link('星座プラン') },
  { name: 'fan-cart-empty', path: '/fc/carts', user: 'owner', scenario: 'empty' },
  { name: 'fan-cart', path: '/fc/carts', user: 'owner', action: link('レジに進む') },
  { name: 'fan-cart-trouble', path: '/fc/carts', user: 'owner', scenario: 'cartTrouble' },
  {
    name: 'fan-checkout',
    afresh: true,
    path: '/fc/checkout/cart_1',
    user: 'owner',
    action: button('支払い画面へ進む'),
  },
  {
    name: 'fan-checkout-konbini',
    path: '/fc/checkout/cart_1',
    user: 'owner',
    afresh: true,
    prepare: (page) => page.getByTestId('pay-konbini').check(),
  },
  {
    name: 'fan-checkout-both-ways',
    path: '/fc/checkout/cart_1',
    user: 'owner',
    afresh: true,
    scenario: 'bothWays',
    prepare: (page) => page.getByTestId('handing').waitFor(),
  },
  {
    name: 'fan-checkout-address',
    path: '/fc/checkout/cart_1',
    user: 'owner',
    afresh: true,
    scenario: 'noAddress',
    prepare: async (page) => {
      await page.getByTestId('add-address').click()
      await page.getByTestId('address-save').click()
    },
  },
  { name: 'fan-addresses', path: '/fc/me/addresses', user: 'owner' },
  { name: 'fan-addresses-empty', path: '/fc/me/addresses', user: 'owner', scenario: 'empty' },
  { name: 'fan-order', afresh: true, path: '/fc/me/orders/order_mock_3', user: 'owner' },
  { name: 'fan-order-pick-up', afresh: true, path: '/fc/me/orders/order_mock_3', user: 'owner', scenario: 'pickUp' },
  {
    name: 'fan-download',
    afresh: true,
    path: '/fc/me/orders/order_mock_3/downloads/goods_3',
    user: 'owner',
    action: button('ダウンロード：歌詞と写真.pdf'),
  },
  {
    name: 'fan-download-used-up',
    afresh: true,
    path: '/fc/me/orders/order_mock_3/downloads/goods_3',
    user: 'owner',
    scenario: 'usedUp',
    action: link('ご注文を見る'),
  },
  { name: 'fan-download-none', afresh: true, path: '/fc/me/orders/order_mock_3/downloads/goods_2', user: 'owner' },
  {
    name: 'fan-download-visitor',
    afresh: true,
    path: '/fc/me/orders/order_mock_3/downloads/goods_3',
    user: 'nobody',
    action: link('ログイン'),
  },
  { name: 'fan-order-shipped', afresh: true, path: '/fc/me/orders/order_mock_3', user: 'owner', scenario: 'shipped' },
  { name: 'fan-contents', path: '/fc/aoi/contents', user: 'nobody', action: link('無料') },
  { name: 'fan-contents-free', path: '/fc/aoi/contents?filter=free', user: 'nobody' },
  { name: 'fan-contents-member', path: '/fc/aoi/contents?page=2', user: 'owner' },
  { name: 'fan-content-free', path: '/fc/aoi/contents/content_0', user: 'nobody', action: button(/^いいね/) },
  { name: 'fan-content-member', path: '/fc/aoi/contents/content_0', user: 'owner', action: button('送信する') },
  {
    name: 'fan-content-month',
    path: '/fc/aoi/contents/content_7',
    user: 'owner',
    action: link(/のバックナンバーへ ¥/),
  },
  {
    name: 'fan-content-unsent',
    path: '/fc/aoi/contents/content_0',
    user: 'owner',
    afresh: true,
    scenario: 'membersWrite',
    prepare: async (page) => {
      await page.evaluate(() => {
        const text = 'What a song! I have been listening to it all evening.'
        const kept = { planContentId: 'content_0', text, until: Date.now() + 3_600_000 }
        // As the page is left: this one would take it up where it has just got to know its reader.
        addEventListener('pagehide', () => sessionStorage.setItem('tsudoi-comment', JSON.stringify(kept)))
      })
      await page.reload()
      await page.locator('blockquote').last().getByText('What a song!').waitFor()
      await settled(page)
    },
  },
  {
    name: 'fan-content-reply',
    path: '/fc/aoi/contents/content_0',
    user: 'owner',
    afresh: true,
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^返信|^Reply/ })
        .first()
        .click()
      await page.locator('section form').nth(1).waitFor()
    },
  },
  {
    name: 'fan-content-locked',
    path: '/fc/aoi/contents/content_7',
    user: 'nobody',
    action: link('星座プランに入会する'),
  },
  { name: 'fan-content-canceled', path: '/fc/aoi/contents/content_9', user: 'owner' },
  {
    name: 'fan-live',
    path: '/fc/aoi/contents/content_4',
    user: 'owner',
    scenario: 'onAir',
    action: button('送信'),
  },
  { name: 'fan-live-visitor', path: '/fc/aoi/contents/content_4', user: 'nobody', scenario: 'onAir' },
  { name: 'fan-live-empty', path: '/fc/aoi/contents/content_4', user: 'owner', scenario: 'onAir,chatEmpty' },
  { name: 'fan-live-failing', path: '/fc/aoi/contents/content_4', user: 'owner', scenario: 'onAir,chatFailing' },
  { name: 'fan-live-archive', path: '/fc/aoi/contents/content_4', user: 'owner', scenario: 'archived' },
  { name: 'fan-live-moderator', path: '/fc/aoi/contents/content_4', user: 'owner', scenario: 'onAir,chatModerator' },
  {
    name: 'fan-live-archive-moderator',
    path: '/fc/aoi/contents/content_4',
    user: 'owner',
    scenario: 'archived,chatModerator',
  },
  { name: 'fan-content-unknown', refused: true, path: '/fc/aoi/contents/content_nobody', user: 'nobody' },
  { name: 'fan-back-numbers', path: '/fc/aoi/back-numbers', user: 'nobody' },
  { name: 'fan-back-numbers-member', path: '/fc/aoi/back-numbers', user: 'owner' },
  {
    name: 'fan-month',
    path: '/fc/aoi/back-numbers?planId=plan_seiza&month=2026-08',
    user: 'nobody',
    action: button('この月を購入する'),
  },
  {
    name: 'fan-month-buy',
    path: '/fc/aoi/back-numbers?planId=plan_seiza&month=2026-08',
    user: 'newcomer',
    prepare: async (page) => {
      await page.getByTestId('buy-month').click()
      await page.getByTestId('join-konbini').check()
    },
    action: button('お支払い番号の発行へ進む'),
  },
  {
    name: 'fan-month-buy-both',
    path: '/fc/aoi/back-numbers?planId=plan_ginga&month=2026-08',
    user: 'newcomer',
    prepare: async (page) => {
      await page.getByTestId('buy-month').click()
      await page.getByTestId('join-konbini').check()
    },
    action: button('お支払い番号の発行へ進む'),
  },
  {
    name: 'fan-month-buy-alone',
    path: '/fc/aoi/back-numbers?planId=plan_ginga&month=2026-08',
    user: 'newcomer',
    prepare: async (page) => {
      await page.getByTestId('buy-month').click()
      await page.getByTestId('buy-alone').check()
    },
    action: button('支払い画面へ進む'),
  },
  {
    name: 'fan-month-thanks',
    path: '/fc/aoi/back-numbers?planId=plan_seiza&month=2026-09&paid=order_mock_2',
    user: 'owner',
    prepare: (page) => page.getByTestId('month-thanks').waitFor(),
  },
  { name: 'fan-profile', path: '/fc/me/profile', user: 'owner', action: button('保存する') },
  { name: 'fan-profile-visitor', path: '/fc/me/profile', user: 'nobody' },
  { name: 'fan-account', path: '/fc/me/account', user: 'owner', action: button('ファイルを作る') },
  {
    name: 'fan-notices',
    path: '/fc/me/account',
    user: 'owner',
    afresh: true,
    prepare: (page) => page.locator('#mails summary').first().click(),
  },
  {
    name: 'fan-notices-none',
    path: '/fc/me/account',
    user: 'owner',
    afresh: true,
    scenario: 'empty',
    prepare: async (page) => {
      await page.getByRole('switch', { name: /控える時間|Keep quiet/ }).click()
      await page.locator('input[type=time]').first().waitFor()
    },
  },
  {
    name: 'fan-account-address',
    path: '/fc/me/account',
    user: 'newcomer',
    prepare: async (page) => {
      await page.getByRole('button', { name: /^(変更する|Change)$/ }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'fan-email',
    path: '/fc/me/email?secret=mock',
    user: 'newcomer',
    action: button('このアドレスを確認する'),
  },
  { name: 'fan-email-incomplete', path: '/fc/me/email', user: 'newcomer' },
  {
    name: 'fan-account-empty',
    path: '/fc/me/account',
    user: 'owner',
    scenario: 'empty',
    action: button('ファイルを作る'),
  },
  {
    name: 'fan-unsubscribe',
    path: '/fc/me/unsubscribe?token=mock',
    user: 'nobody',
    action: button('お知らせメールを止める'),
  },
  {
    name: 'fan-unsubscribed',
    path: '/fc/me/unsubscribe?token=mock',
    user: 'owner',
    afresh: true,
    prepare: async (page) => {
      await page.getByTestId('stop-mails').click()
      await page.getByRole('status').waitFor()
    },
    action: link('メールの設定'),
  },
  {
    name: 'fan-unsubscribe-unknown',
    refused: true,
    path: '/fc/me/unsubscribe?token=unknown',
    user: 'nobody',
    afresh: true,
    prepare: (page) => page.getByTestId('stop-mails').click(),
  },
  { name: 'fan-contact', path: '/fc/aoi/contact', user: 'nobody', action: button('送信する') },
  {
    name: 'my-plans-card-refused',
    path: '/fc/me/plans',
    user: 'newcomer',
    scenario: 'cardRefused',
    action: button(/カードを変える/),
  },
  {
    name: 'my-plans-card-mended',
    afresh: true,
    path: '/fc/me/plans?card=changed',
    user: 'newcomer',
    scenario: 'cardMended',
    prepare: (page) => page.getByTestId('new-card').getByText('¥1,500').waitFor(),
  },
  {
    name: 'my-plans-card-refused-again',
    afresh: true,
    path: '/fc/me/plans?card=changed',
    user: 'newcomer',
    scenario: 'cardRefusedAgain',
    prepare: (page) => page.getByTestId('new-card').getByText('¥16,000').waitFor(),
    action: button(/カードを変える/),
  },
  {
    name: 'my-plans-card-asks',
    afresh: true,
    path: '/fc/me/plans?card=changed',
    user: 'newcomer',
    scenario: 'cardAsks',
    prepare: (page) => page.getByTestId('new-card').getByText('¥1,000').waitFor(),
    action: link(/本人認証をして支払う/),
  },
  {
    name: 'my-plans-bank-asks',
    path: '/fc/me/plans',
    user: 'newcomer',
    scenario: 'bankAsks',
    action: link(/本人認証をして支払う/),
  },
  {
    name: 'my-plans-disputed',
    path: '/fc/me/plans',
    user: 'newcomer',
    scenario: 'disputed',
    action: link(/ファンクラブに問い合わせる/),
  },
  { name: 'my-orders-refund-waits', path: '/fc/me/orders', user: 'newcomer', scenario: 'refundWaits' },
  {
    name: 'my-orders-refund-expired',
    path: '/fc/me/orders',
    user: 'newcomer',
    scenario: 'refundExpired',
    action: button('もう一度メールを受け取る'),
  },
  {
    name: 'my-orders-disputed',
    path: '/fc/me/orders',
    user: 'newcomer',
    scenario: 'disputed',
    action: link('ファンクラブに問い合わせる'),
  },
  {
    name: 'order-came-back',
    path: order('order_mock_26'),
    user: 'owner',
    action: link('もう一度送る'),
  },
  {
    name: 'demo-tour',
    path: '/sandbox/tour',
    user: 'nobody',
    action: link('ログイン（owner@hoshi.test）'),
  },
  {
    name: 'fan-order-came-back',
    afresh: true,
    path: '/fc/me/orders/order_mock_3',
    user: 'owner',
    scenario: 'cameBack',
  },
  {
    name: 'subscriber-free-days',
    path: `${brand}/subscribers/subscription_mock_1`,
    user: 'owner',
    prepare: async (page) => {
      await press(page, /^(無料日数を贈る|Give free days)$/)
      await mailsAreShown(page)
    },
  },
  { name: 'my-plans-given-days', path: '/fc/me/plans', user: 'newcomer', scenario: 'givenDays' },
  {
    name: 'operator-suspend',
    path: '/operator',
    user: 'operator',
    prepare: async (page) => {
      await chooseInMenu(page, /^(一時停止する|Suspend)$/)
      await page.locator('dialog select').selectOption('disputes')
      await page.locator('dialog textarea').fill('hoshi@example.jp, 2026-11-27')
      await mailsAreShown(page)
    },
  },
  {
    name: 'operator-resume',
    path: '/operator?state=suspended',
    user: 'operator',
    prepare: async (page) => {
      await chooseInMenu(page, /^(再開する|Let it go on)$/)
      await mailsAreShown(page)
    },
  },
  {
    name: 'operator-close-club',
    path: '/operator',
    user: 'operator',
    prepare: async (page) => {
      await chooseInMenu(page, /^(クラブを閉鎖する|Close the club)$/)
      await page.locator('dialog select').selectOption('reports')
      await page.locator('dialog textarea').fill('hoshi@example.jp, 2026-11-27')
      await mailsAreShown(page)
    },
  },
  { name: 'operator-suspended-clubs', path: '/operator?state=suspended', user: 'operator' },
  { name: 'brand-suspended', path: brand, user: 'owner', scenario: 'suspended', prepare: suspensionIsShown },
  { name: 'tenant-suspended', path: tenant, user: 'owner', scenario: 'suspended', prepare: suspensionIsShown },
  { name: 'tenant-closed-by-platform', path: tenant, user: 'owner', scenario: 'closed', prepare: closingIsShown },
  { name: 'fan-suspended-brand', afresh: true, path: '/fc/resting', user: 'nobody', action: link(/プランを見る/) },
  { name: 'fan-suspended-plans', afresh: true, path: '/fc/resting/plans', user: 'nobody' },
  { name: 'fan-suspended-member', afresh: true, path: '/fc/resting/plans', user: 'newcomer', scenario: 'suspended' },
  { name: 'fan-suspended-carts', afresh: true, path: '/fc/carts', user: 'newcomer', scenario: 'suspended' },
  {
    name: 'fan-suspended-checkout',
    afresh: true,
    path: '/fc/checkout/cart_1',
    user: 'newcomer',
    scenario: 'suspended',
  },
  ...['refundWaits', 'refundExpired', 'disputed'].map((scenario) => ({
    name: `fan-order-${scenario.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)}`,
    afresh: true,
    path: '/fc/me/orders/order_mock_3',
    user: 'owner' as const,
    scenario,
  })),
  { name: 'order-refund-waits', path: order('order_mock_54'), user: 'owner' },
  { name: 'order-refund-expired', path: order('order_mock_6'), user: 'owner' },
  { name: 'my-home-three-clubs', path: '/fc/me', user: 'newcomer', scenario: 'threeClubs' },
  {
    name: 'fan-receipt-two-rates',
    afresh: true,
    path: '/fc/me/orders/order_mock_1/receipt',
    user: 'newcomer',
    scenario: 'twoRates',
    action: button('PDFを保存する'),
  },
  { name: 'goods-reduced-tax', path: goods('goods_0'), user: 'owner', scenario: 'food' },
]

/** Every list, for its four states. */
export const lists: Screen[] = [
  { name: 'plans', path: `${brand}/plans`, user: 'owner' },
  { name: 'contents', path: `${brand}/contents`, user: 'owner' },
  { name: 'events', path: `${brand}/events`, user: 'owner' },
  { name: 'goods', path: `${brand}/goods`, user: 'owner' },
  { name: 'orders', path: `${brand}/orders`, user: 'owner' },
  { name: 'members', path: tenant, user: 'owner' },
  { name: 'applications', path: '/tenants/start', user: 'newcomer' },
  { name: 'operator-home', path: '/operator', user: 'operator' },
  { name: 'operator-queue', path: '/operator/tenants', user: 'operator' },
  { name: 'brand-activity', path: brand, user: 'owner' },
  { name: 'my-home', path: '/fc/me', user: 'newcomer' },
]

export const inLanguage = (locale: 'ja' | 'en', path: string) =>
  locale === 'ja' ? path : `/en${path}`.replace(/\/$/, '')

const choices = new WeakMap<Page, Disposable[]>()

/**
 * Chooses who looks and which answers come, in a storage that is empty at first; what the page itself then changes (somebody
 * signs out) stays over a full load.
 */
export const choose = async (page: Page, { user, scenario = '' }: Pick<Screen, 'user' | 'scenario'>) => {
  const script = await page.addInitScript(
    ([choice, name, story]) => {
      // A tab's own: what another test of the same browser left behind goes.
      if (sessionStorage.getItem('chosen-by-the-test') === choice) return
      localStorage.clear()
      sessionStorage.clear()
      sessionStorage.setItem('chosen-by-the-test', choice)
      localStorage.setItem('tsudoi-mock-user', name)
      localStorage.setItem('tsudoi-mock-scenario', story)
    },
    [randomUUID(), user, scenario] as const,
  )
  choices.set(page, [...(choices.get(page) ?? []), script])
}

/** The tab goes to another test, which chooses anew. */
export const forgetChoices = async (page: Page) => {
  await Promise.all((choices.get(page) ?? []).map((choice) => choice.dispose()))
  choices.delete(page)
}

/** Waits until nothing loads any more: a heading is shown, no skeleton or spinner is, pictures are loaded. */
export const settled = async (page: Page) => {
  await page.locator('h1').first().waitFor()
  await page.waitForFunction(
    () =>
      !document.querySelector('[role=status][aria-label], [aria-busy=true]') &&
      [...document.images].every((image) => image.complete || image.loading === 'lazy'),
  )
}

/**
 * React listens (client/hydrate.ts). A page that does not rest, as with the mocks, loses what is pressed before: the browser
 * sends the form itself, and the page is loaded again.
 */
export const listening = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName('tsudoi-hydrate-in-slices').length > 0)

/**
 * Waits until a list shows its error. The client retries twice: the page's clock skips the pauses between, which
 * has to be installed before.
 */
export const failed = async (page: Page) => {
  const alert = page.locator('main [role=alert]').first()
  await expect
    .poll(async () => {
      await page.clock.fastForward(5_000)
      return alert.isVisible()
    })
    .toBe(true)
  return alert
}

export const modes = ['light', 'dark'] as const
export const sizes = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
] as const

/** Shows the loaded page in a mode and a width: that is CSS alone, so that no further load is needed. Nothing fades on the way there. */
export const show = async (page: Page, mode: 'light' | 'dark', size: { width: number; height: number }) => {
  await page.setViewportSize(size)
  await page.evaluate(async (value) => {
    if (document.adoptedStyleSheets.length === 0) {
      const atOnce = new CSSStyleSheet()
      atOnce.replaceSync('*, ::before, ::after { transition: none !important }')
      document.adoptedStyleSheets.push(atOnce)
    }
    document.documentElement.dataset.mode = value
    // A new width is there with the next frame; what follows from it begins with the one after.
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
  }, mode)
}

/** Shows the loaded page in every mode and width. */
export const inEveryLook = async (page: Page, see: (mode: 'light' | 'dark', width: number) => Promise<void>) => {
  for (const size of sizes) {
    for (const mode of modes) {
      await show(page, mode, size)
      await see(mode, size.width)
    }
  }
}
