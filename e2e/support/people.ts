import { expect, type Locator, type Page } from '@playwright/test'

/** The password of all accounts of the demo world. */
const password = 'tsudoi-demo'

export const fillLogin = async (page: Page, email: string) => {
  await page.getByLabel('メールアドレス').fill(email)
  await page.getByLabel('パスワード', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'ログインする' }).click()
}

/** Fills the form for a new account with somebody whom nobody knows, and makes it. */
export const fillNewAccount = async (
  page: Page,
  {
    press = (what: Locator) => what.click(),
    type = (where: Locator, text: string) => where.fill(text),
  }: { press?: (what: Locator) => Promise<void>; type?: (where: Locator, text: string) => Promise<void> } = {},
) => {
  await type(page.getByLabel(/^(お名前|Your name)/), 'はじめ')
  await type(page.getByLabel(/^(メールアドレス|E-mail address)/), `wish-${crypto.randomUUID()}@example.com`)
  await type(page.getByLabel(/^(パスワード|Password)$/), 'a-long-password')
  await press(page.getByRole('button', { name: /^(アカウントを作る|Create account)$/ }))
}

/**
 * Somebody without anything, at the identity emulator. Signing out ends every session of a person: whoever does so is nobody whom another
 * test signs in at the same time.
 */
export const newPerson = async (page: Page): Promise<string> => {
  const email = `person-${crypto.randomUUID()}@tsudoi.test`
  const emulator = `http://127.0.0.1:${process.env.E2E_AUTH_EMULATOR_PORT ?? '9299'}`
  const answer = await page.request.post(`${emulator}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=demo`, {
    data: { email, password, displayName: '試験 たろう', returnSecureToken: true },
  })
  expect(answer.status()).toBe(200)
  return email
}

/** Signs in on the login page and waits until the portal knows who it is. */
export const signIn = async (page: Page, email: string, to = '/tenants/') => {
  await page.goto(`/login?redirect_to=${encodeURIComponent(to)}`)
  await fillLogin(page, email)
  await expect(page).not.toHaveURL(/\/login/)
}

/** From a plan's page, signed in, to a paid membership by card. */
export const joinByCard = async (page: Page, card = 'works') => {
  await page.getByTestId('join').click()
  await page.getByTestId('join-card').check()
  await page.getByTestId('join-buy').click()
  await page.getByTestId(`sandbox-card-${card}`).check()
  await page.getByTestId('sandbox-pay').click()
  await expect(page).toHaveURL(/\/fc\//)
}
