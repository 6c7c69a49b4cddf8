// @vitest-environment jsdom
import { useQueryClient } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useRead } from '#client/useOperation.ts'
import { brands } from '#club/brands/contract.ts'
import { answer, asked, Refusal, show, signedIn } from '../support/screen'

/* A screen that shows what was read. */

const ids = { tenantId: 'tenant_hoshi', brandId: 'brand_aoi' }
let rendered = 0
const Reader = () => {
  rendered++
  const { data, failed, reload } = useRead(brands.getBrandProfile, ids)
  const client = useQueryClient()
  return (
    <>
      <output>{data?.name ?? failed?.code ?? 'waits'}</output>
      <button type="button" onClick={() => void client.invalidateQueries()}>
        again
      </button>
      <button type="button" onClick={reload}>
        retry
      </button>
    </>
  )
}
const press = (name: string) => act(async () => screen.getByRole('button', { name }).click())
const says = (text: string) => waitFor(() => expect(screen.getByRole('status').textContent).toBe(text))

test('it is not rendered again because the same is read again, but when something else has come', async () => {
  signedIn('owner')
  let name = 'Aoi'
  answer({
    getBrandProfile: async (_, __, asMocked) => ({ ...((await asMocked()) as object), name }),
  })
  await show(<Reader />)
  await says('Aoi')
  const [before, reads] = [rendered, asked.length]
  await press('again')
  await waitFor(() => expect(asked.length).toBe(reads + 1))
  // Its answer has arrived with the next one at the latest.
  await press('again')
  await waitFor(() => expect(asked.length).toBe(reads + 2))
  expect(rendered).toBe(before)
  name = 'Aoi and the others'
  await press('again')
  await says('Aoi and the others')
})

test('without anything to show it says why, and shows what comes at last; what it shows stays when a later reading fails', async () => {
  signedIn('owner')
  let isLost = true
  answer({
    getBrandProfile: async (_, __, asMocked) => {
      if (isLost) throw new Refusal('unreachable', 499)
      return asMocked()
    },
  })
  await show(<Reader />)
  await says('unreachable')
  isLost = false
  await press('retry')
  await waitFor(() => expect(screen.getByRole('status').textContent).not.toBe('unreachable'))
  const shown = screen.getByRole('status').textContent
  expect(shown).not.toBe('waits')
  isLost = true
  const reads = asked.length
  await press('again')
  await waitFor(() => expect(asked.length).toBeGreaterThan(reads))
  await says(shown ?? '')
})
