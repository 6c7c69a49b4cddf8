import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { brands } from '#club/brands/tables.server.ts'
import { identity } from '#club/identity/contract.ts'
import { database } from '#server/db.ts'
import { ask, club } from '../support/club'

const dress = (brandId: string, pictures: { icon: string; thumbnail: string }) =>
  database().update(brands).set(pictures).where(eq(brands.brandId, brandId))

test('the cover of a brand is its cover, and none where it has only an icon', async () => {
  const { brandId, owner } = await club()
  const cover = async () => (await ask(identity['me.get'], {}, owner)).me.tenants[0]?.brands[0]?.coverThumbnail
  const [icon, thumbnail] = ['https://pictures.example/icon.png', 'https://pictures.example/cover.png']
  await dress(brandId, { icon, thumbnail })
  expect(await cover()).toBe(thumbnail)
  await dress(brandId, { icon, thumbnail: '' })
  expect(await cover()).toBe('')
})
