// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { DateTimeField } from '#ui/form/DateTimeField.tsx'
import { PortalWords } from '#ui/portalWords.tsx'
import { UiWords } from '#ui/words.tsx'
import { show } from '../support/screen'

const seen: (number | null)[] = []
const Shown = () => {
  const [value, setValue] = useState<number | null>(Date.UTC(2026, 10, 24, 3))
  return (
    <DateTimeField
      label="公開日時"
      value={value}
      optional
      onChange={(at) => {
        seen.push(at)
        setValue(at)
      }}
    />
  )
}

test('a date of which a part was deleted is no date, and an optional one can be emptied', async () => {
  await show(<Shown />, { locale: 'ja', words: [UiWords, PortalWords] })
  const field = screen.getByLabelText<HTMLInputElement>(/公開日時/)
  expect(field.value).toBe('2026-11-24T12:00')
  // What a browser reports when one part of the date is deleted, and when all of it is.
  fireEvent.change(field, { target: { value: '' } })
  expect(seen.at(-1)).toBeNull()
  expect(field.value).toBe('')
  fireEvent.change(field, { target: { value: '2027-01-02T09:30' } })
  expect(seen.at(-1)).toBe(Date.UTC(2027, 0, 2, 0, 30))
})
