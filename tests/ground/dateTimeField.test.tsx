// @vitest-environment jsdom
import { ChakraProvider } from '@chakra-ui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { DateTimeField } from '#ui/form/DateTimeField.tsx'
import { system } from '#ui/look/theme.ts'

vi.mock('next/router', () => ({ useRouter: () => ({ locale: 'ja' }) }))
vi.mock('#ui/portalWords.tsx', async () => {
  const { default: everywhere } = await import('#ui/words.ja.ts')
  const { default: here } = await import('#ui/portalWords.ja.ts')
  return { usePortalWords: () => ({ ...everywhere, ...here }) }
})
vi.mock('#ui/words.tsx', async () => {
  const { default: words } = await import('#ui/words.ja.ts')
  return { useUiWords: () => words }
})
afterEach(cleanup)

const seen: (number | null)[] = []
const Shown = () => {
  const [value, setValue] = useState<number | null>(Date.UTC(2026, 10, 24, 3))
  return (
    <ChakraProvider value={system()}>
      <DateTimeField
        label="公開日時"
        value={value}
        optional
        onChange={(at) => {
          seen.push(at)
          setValue(at)
        }}
      />
    </ChakraProvider>
  )
}

test('a date of which a part was deleted is no date, and an optional one can be emptied', () => {
  render(<Shown />)
  const field = screen.getByLabelText<HTMLInputElement>(/公開日時/)
  expect(field.value).toBe('2026-11-24T12:00')
  // What a browser reports when one part of the date is deleted, and when all of it is.
  fireEvent.change(field, { target: { value: '' } })
  expect(seen.at(-1)).toBeNull()
  expect(field.value).toBe('')
  fireEvent.change(field, { target: { value: '2027-01-02T09:30' } })
  expect(seen.at(-1)).toBe(Date.UTC(2027, 0, 2, 0, 30))
})
