import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { fans } from '#club/fans/contract.ts'
import { iconFolderOf, iconKeyOf } from '#club/fans/icon.server.ts'
import { accounts } from '#office/accounts/contract.ts'
import { runDueJobs } from '#server/queue.ts'
import { storage } from '#server/storage/storage.ts'
import { ask, type Person, person, refused, request } from '../support/club'

const square = (color: string, side = 512) =>
  sharp({ create: { width: side, height: side, channels: 3, background: color } })
const jpeg = async (color: string) => {
  const bytes = await square(color)
    .withExif({ IFD0: { Copyright: 'Secret place' } })
    .jpeg()
    .toBuffer()
  return { contentType: 'image/jpeg' as const, data: bytes.toString('base64') }
}
const send = async (by: Person, color = '#f00') => (await ask(fans.uploadMyIcon, await jpeg(color), by)).icon
const keyOf = (by: Person, icon: string) => iconKeyOf(by.uid, icon) ?? ''
const isThere = async (key: string) => (await storage().head(key)) !== null

describe('an icon of one’s own', () => {
  test('is seen by everybody, without what the camera wrote into it, and replaces the one before', async () => {
    const hana = await person()
    await ask(fans.updateMyProfile, { displayName: 'Hana', icon: '' }, hana)
    const first = await send(hana)
    expect(await ask(fans.getMyProfile, {}, hana)).toMatchObject({ displayName: 'Hana', icon: first })
    const chunks: Buffer[] = []
    for await (const chunk of await storage().read(keyOf(hana, first))) chunks.push(chunk as Buffer)
    expect(Buffer.concat(chunks).includes('Secret place')).toBe(false)
    const second = await send(hana, '#00f')
    await runDueJobs()
    expect([await isThere(keyOf(hana, first)), await isThere(keyOf(hana, second))]).toEqual([false, true])
    expect((await ask(fans.getMyProfile, {}, hana)).icon).toBe(second)
  })

  test('is gone when no picture is wanted any more, and with the account; those of others stay', async () => {
    const [hana, other] = [await person(), await person()]
    const [mine, theirs] = [await send(hana), await send(other)]
    // An address of somebody else’s icon takes nothing of theirs.
    await ask(fans.updateMyProfile, { displayName: 'Hana', icon: theirs }, hana)
    await ask(fans.updateMyProfile, { displayName: 'Hana', icon: '' }, hana)
    await runDueJobs()
    expect([await isThere(keyOf(hana, mine)), await isThere(keyOf(other, theirs))]).toEqual([false, true])
    await ask(accounts.deleteMyAccount, { typedEmail: other.email }, other)
    await runDueJobs()
    expect(await isThere(keyOf(other, theirs))).toBe(false)
    expect((await refused(fans.uploadMyIcon, await jpeg('#0f0'), other)).status).toBe(401)
  })

  test('has to be a picture of its type that is not too large, and changes nothing otherwise', async () => {
    const hana = await person()
    const icon = await send(hana)
    const png = (await square('#0f0').png().toBuffer()).toString('base64')
    for (const bad of [
      { contentType: 'image/jpeg' as const, data: png },
      { contentType: 'image/png' as const, data: Buffer.from('<svg onload="alert(1)"/>').toString('base64') },
      { contentType: 'image/png' as const, data: png.slice(0, 80) },
    ])
      expect(await refused(fans.uploadMyIcon, bad, hana)).toMatchObject({ status: 409, code: 'pictureUnreadable' })
    for (const bad of [
      { contentType: 'image/svg+xml', data: png },
      { contentType: 'image/png', data: 'no base 64!!!!!!' },
    ])
      expect((await request(fans.uploadMyIcon, JSON.stringify(bad), hana)).status).toBe(400)
    const large = { contentType: 'image/png', data: 'A'.repeat(3_000_000) }
    expect((await request(fans.uploadMyIcon, JSON.stringify(large), hana)).status).toBe(413)
    expect((await request(fans.uploadMyIcon, JSON.stringify(await jpeg('#f00')))).status).toBe(401)
    expect((await ask(fans.getMyProfile, {}, hana)).icon).toBe(icon)
    expect(await isThere(keyOf(hana, icon))).toBe(true)
  })

  test('only an address of one’s own folder names a key', () => {
    const folder = iconFolderOf('hana').slice('public'.length)
    expect(iconKeyOf('hana', `https://files.test${folder}/media_a1.png`)).toBe(`${iconFolderOf('hana')}/media_a1.png`)
    for (const other of [
      `https://files.test${folder}/../x/media_a1.png`,
      `https://files.test/people/x/media_a1.png`,
      '',
    ])
      expect(iconKeyOf('hana', other)).toBeNull()
    expect(iconKeyOf('other', `https://files.test${folder}/media_a1.png`)).toBeNull()
  })
})
