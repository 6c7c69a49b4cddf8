// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { FanFrame } from '#ui/fan/FanFrame.tsx'
import { UiWords } from '#ui/words.tsx'
import { show } from '../support/screen'

/* The header of a fan's page is the same for everybody, and shows to each their own (kit/knownBefore.ts). */

beforeEach(() => {
  delete document.documentElement.dataset.known
})
const header = async () => {
  await show(
    <FanFrame homeHref="/fc/aoi" loginHref="/login" menu={<a href="/fc/me">My page</a>}>
      <p>The page</p>
    </FanFrame>,
    { path: '/fc/aoi', words: [UiWords] },
  )
  return ['Log in', 'My page'].filter((name) => screen.queryByRole('link', { name }) !== null)
}

test('a visitor can sign in, and is shown nothing of a fan', async () => {
  expect(await header()).toEqual(['Log in'])
})

test('whoever is signed in on this device has their own way instead', async () => {
  document.documentElement.dataset.known = ''
  expect(await header()).toEqual(['My page'])
})
