import { expect, type Page } from '@playwright/test'

/** The password of all accounts of the demo world. */
const password = 'tsudoi-demo'

export const fillLogin = async (page: Page, email: string) => {
  await page.getByLabel('メールアドレス').fill(email)
  await page.getByLabel('パスワード', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'ログインする' }).click()
}

/** Signs in on the login page and waits until the portal knows who it is. */
export const signIn = async (page: Page, email: string, to = '/tenants/') => {
  await page.goto(`/login?redirect_to=${encodeURIComponent(to)}`)
  await fillLogin(page, email)
  await expect(page).not.toHaveURL(/\/login/)
}
