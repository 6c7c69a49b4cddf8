// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LiveDesk } from '#publishing/streamings/contents/LiveDesk.tsx'
import { StreamingWords } from '#publishing/streamings/contents/words.tsx'
import { PortalWords } from '#ui/portalWords.tsx'
import { UiWords } from '#ui/words.tsx'
import { answer, show, signedIn } from '../support/screen'

type Desk = { streaming: object }

test('a notice that is being written stays when the live begins, and stands before the key then', async () => {
  signedIn('owner')
  let streamingStatus = 'beforeLive'
  answer({
    getStreaming: async (_: unknown, __: unknown, asMocked: () => Promise<Desk>) => {
      const mocked = await asMocked()
      return { ...mocked, monitorUrl: '', streaming: { ...mocked.streaming, streamingStatus } }
    },
  })
  const ids = { tenantId: 'tenant_hoshi', brandId: 'brand_aoi' }
  await show(<LiveDesk ids={ids} streamingId="streaming_mock" name="Live" />, {
    locale: 'ja',
    words: [UiWords, PortalWords, StreamingWords],
  })
  const notice = await screen.findByRole<HTMLTextAreaElement>('textbox')
  const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  const isBefore = (one: string, other: string) => headings().indexOf(one) < headings().indexOf(other)
  expect(isBefore('配信ソフトの設定', '視聴者へのお知らせ')).toBe(true)
  fireEvent.change(notice, { target: { value: 'もうすぐ始まります' } })
  streamingStatus = 'live'
  await screen.findAllByRole('button', { name: '配信を終了' })
  expect(isBefore('視聴者へのお知らせ', '配信ソフトの設定')).toBe(true)
  expect(screen.getByDisplayValue('もうすぐ始まります')).toBe(notice)
})
