// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react'
import { useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { useAutosave } from '#ui/form/state/useAutosave.ts'

test('what the page itself fills in is neither saved nor said to be, and goes with the first thing that is typed', async () => {
  const saved: object[] = []
  const { result } = renderHook(() => {
    const form = useForm({ defaultValues: { name: '', plan: '' } })
    const { isDirty } = form.formState
    const autosave = useAutosave(form, {
      save: async (values) => {
        saved.push({ ...values })
        return true
      },
      isUntouched: () => !isDirty,
      delay: 0,
    })
    return { form, autosave }
  })
  act(() => result.current.form.setValue('plan', 'galaxy'))
  expect(await result.current.autosave.saveNow()).toBe(true)
  expect(result.current.autosave.state).toBe('idle')
  act(() => result.current.form.setValue('name', 'Hello', { shouldDirty: true }))
  await waitFor(() => expect(saved).toEqual([{ name: 'Hello', plan: 'galaxy' }]))
  await waitFor(() => expect(result.current.autosave.state).toBe('saved'))
})
