// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { useStoredForm } from '#ui/form/state/useStoredForm.ts'
import { UiWords } from '#ui/words.tsx'
import { pageAt } from '../support/screen'

type Values = { name: string; text: string }
const schema = z.object({ name: z.string(), text: z.string() })
const valuesOf = ({ name, text }: Values): Values => ({ name, text })
const version = (editedAt: number, values: Values) => ({ ...values, editedAt, editedBy: null })
type Version = ReturnType<typeof version>

/** `types`: what is typed after a rendering and before its effects, as a key does that falls while an answer arrives. */
const open = async (first: Version) =>
  renderHook(
    ({ stored, types }: { stored: Version; types?: string }) => {
      const all = useStoredForm<Values, Version>({ stored, valuesOf, schema, reload: () => {} })
      const { setValue } = all.form
      useLayoutEffect(() => {
        if (types !== undefined) setValue('text', types, { shouldDirty: true })
      }, [types, setValue])
      return { ...all, isDirty: all.form.formState.isDirty }
    },
    {
      initialProps: { stored: first } as { stored: Version; types?: string },
      wrapper: await pageAt({ locale: 'ja', words: [UiWords] }),
    },
  )
const before = version(1, { name: 'Galaxy', text: 'old' })
const after = version(2, { name: 'Nebula', text: 'new' })

test('a newer version renews a form that nobody has touched', async () => {
  const { result, rerender } = await open(before)
  rerender({ stored: after })
  expect(result.current.form.getValues()).toEqual({ name: 'Nebula', text: 'new' })
  expect(result.current).toMatchObject({ isDirty: false })
  expect(result.current.expectedEditedAt()).toBe(2)
})

test('a key that falls while the newer version arrives is not lost, and can be saved', async () => {
  const { result, rerender } = await open(before)
  rerender({ stored: after, types: 'typed' })
  expect(result.current.form.getValues()).toEqual({ name: 'Nebula', text: 'typed' })
  expect(result.current).toMatchObject({ isDirty: true })
  expect(result.current.expectedEditedAt()).toBe(2)
})

test('what was typed before keeps the moment that it began from', async () => {
  const { result, rerender } = await open(before)
  rerender({ stored: before, types: 'typed' })
  rerender({ stored: after, types: 'typed' })
  expect(result.current.form.getValues()).toEqual({ name: 'Galaxy', text: 'typed' })
  expect(result.current.expectedEditedAt()).toBe(1)
})

const strict = z.object({ name: z.string().min(1), text: z.string() })

test('what a press has said is missing stays when a save that was on its way comes back, until it is there', async () => {
  const { result } = await open(version(1, { name: '', text: 'old' }))
  const { form } = result.current
  const wrong = () => form.getFieldState('name').error?.message
  await act(() => form.submit(() => {}, strict)())
  expect(wrong()).toBe('入力してください')
  act(() => form.setValue('text', 'typed', { shouldDirty: true }))
  act(() => result.current.form.saved({ name: '', text: 'typed' }))
  expect(wrong()).toBe('入力してください')
  await act(async () => form.setValue('name', 'Galaxy', { shouldDirty: true }))
  await waitFor(() => expect(wrong()).toBeUndefined())
})
