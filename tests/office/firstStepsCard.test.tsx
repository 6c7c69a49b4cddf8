// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FirstSteps } from '#office/home/FirstSteps.tsx'
import { firstSteps, type TodoKind } from '#office/home/home.ts'
import { HomeWords } from '#office/home/words.tsx'
import { PortalWords } from '#ui/portalWords.tsx'
import { UiWords } from '#ui/words.tsx'
import { show } from '../support/screen'

const profile = '/tenants/tenant_hoshi/brands/brand_aoi/profile'

test.each<[string, TodoKind[], string, string]>([
  ['nothing was done yet', ['icon', 'cover', 'description'], 'An icon, a cover picture and an introduction.', profile],
  ['two of three are there', ['cover'], 'Still to come: the cover picture.', `${profile}#cover`],
  ['one is there', ['icon', 'description'], 'Still to come: the icon, the introduction.', `${profile}#icon`],
])('the step of the profile says what it lacks where %s, and leads there', async (_, todos, text, href) => {
  const steps = firstSteps.map((step) => ({ step, isDone: false }))
  const ids = { tenantId: 'tenant_hoshi', brandId: 'brand_aoi' }
  await show(<FirstSteps ids={ids} slug="aoi" steps={steps} todos={todos} onAside={() => {}} onShared={() => {}} />, {
    locale: 'en',
    words: [UiWords, PortalWords, HomeWords],
  })
  const [link] = await screen.findAllByRole('link')
  expect(link?.textContent).toContain(text)
  expect(link?.getAttribute('href')).toMatch(new RegExp(`${href}$`))
})
