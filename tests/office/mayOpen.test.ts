import { expect, test } from 'vitest'
import { identity } from '#club/identity/contract.ts'
import { roles } from '#kit/contract.ts'
import { pages } from '#office/portal/mayOpen.ts'
import { operations } from '#program/operations.ts'
import { addMember, ask, club, person } from '../support/club'

test('the menu shows a page to exactly those whose role may read it', () => {
  for (const [key, { read, roles: shown }] of Object.entries(pages))
    expect([...shown].sort(), key).toEqual([...(operations.get(read)?.operation.roles ?? [])].sort())
})

test('me.get says the role in each club', async () => {
  const { tenantId } = await club()
  for (const role of roles) {
    const member = await person()
    await addMember(tenantId, member, role)
    expect((await ask(identity['me.get'], {}, member)).me.tenants).toMatchObject([{ firestoreId: tenantId, role }])
  }
})
