// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { VersionsDialog } from '#publishing/contents/versions/VersionsDialog.tsx'
import type { Written } from '#publishing/contents/versions/version.ts'
import { PortalWords } from '#ui/portalWords.tsx'
import { UiWords } from '#ui/words.tsx'
import { answer, show, signedIn } from '../support/screen'

const ids = { tenantId: 'tenant_hoshi', brandId: 'brand_aoi', planContentId: 'content_10' }
const [sea, town, hill] = ['sea', 'town', 'hill'].map((name) => `https://example.com/${name}.png`) as [
  string,
  string,
  string,
]
const now: Written = { name: 'One', description: '', english: {}, text: '', imageUrls: [sea, town] }

const opened = async (imageUrls: string[] | null) => {
  signedIn('owner')
  answer({ getContentVersion: () => ({ ...now, imageUrls }) })
  const restored: Written[] = []
  await show(
    <VersionsDialog
      ids={ids}
      now={now}
      sources={new Map()}
      isUnsaved={false}
      onRestore={async (version) => restored.push(version)}
      onClose={() => {}}
    />,
    { locale: 'ja', words: [UiWords, PortalWords] },
  )
  return restored
}
const shown = (tag: 'ins' | 'del') =>
  [...document.querySelectorAll<HTMLImageElement>(`${tag} img`)].map(({ src }) => src)

test('which pictures of news came and went since a version is seen, and these are given back', async () => {
  const restored = await opened([hill, sea])
  const heading = await screen.findByRole('heading', { name: '本文のほかの画像', hidden: true })
  expect(shown('del')).toEqual([hill])
  expect(shown('ins')).toEqual([town])
  expect(within(heading.parentElement as HTMLElement).queryAllByText('画像').length).toBeGreaterThan(0)
  fireEvent.click(screen.getByRole('button', { name: 'この版に戻す', hidden: true }))
  await waitFor(() => expect(restored.map(({ imageUrls }) => imageUrls)).toEqual([[hill, sea]]))
})

test('of a version from before they were kept nothing is said of pictures', async () => {
  await opened(null)
  await screen.findByText('いまの内容と同じです。')
})
