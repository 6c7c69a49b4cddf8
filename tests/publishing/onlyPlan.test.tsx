// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PublishPanel } from '#publishing/contents/edit/PublishPanel.tsx'
import { blankContent, type ContentValues, draftSchema, valuesOf } from '#publishing/contents/edit/values.ts'
import { ContentWords } from '#publishing/contents/words.tsx'
import { useZodForm } from '#ui/form/state/useZodForm.ts'
import { PortalWords } from '#ui/portalWords.tsx'
import { UiWords } from '#ui/words.tsx'
import { answer, show, signedIn } from '../support/screen'

const ids = { tenantId: 'tenant_hoshi', brandId: 'brand_aoi' }
const Panel = ({ isNew }: { isNew: boolean }) => {
  const values = valuesOf(blankContent('news', Date.now()))
  const form = useZodForm<ContentValues>({ schema: draftSchema, values })
  return (
    <>
      <PublishPanel form={form} ids={ids} isNew={isNew} publishingAt={null} onUpload={() => {}} />
      <output>{form.formState.isDirty ? 'changed' : 'unchanged'}</output>
    </>
  )
}
type Plans = { plans: { status: string }[] }
/** Whether each offered plan is chosen, where the brand has the first so many of the mocks' plans. */
const chosen = async (count: number, isNew: boolean) => {
  cleanup()
  signedIn('owner')
  answer({
    getPlans: async (_: unknown, __: unknown, asMocked: () => Promise<Plans>) => {
      const mocked = await asMocked()
      return { ...mocked, plans: mocked.plans.filter(({ status }) => status === 'active').slice(0, count) }
    },
  })
  await show(<Panel isNew={isNew} />, { locale: 'ja', words: [UiWords, PortalWords, ContentWords] })
  const boxes = await screen.findAllByRole<HTMLInputElement>('checkbox')
  return boxes.map(({ checked }) => checked)
}

test('a new content is for the plan where there is one alone, without counting as written', async () => {
  expect(await chosen(1, true)).toEqual([true])
  expect(screen.getByRole('status').textContent).toBe('unchanged')
  expect(await chosen(2, true)).toEqual([false, false])
  // Whoever has saved it for none meant none.
  expect(await chosen(1, false)).toEqual([false])
})
