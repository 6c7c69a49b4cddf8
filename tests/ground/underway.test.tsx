// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { ImageField } from '#ui/form/ImageField.tsx'
import { useUnderway } from '#ui/form/state/useUnderway.ts'
import { PortalWords } from '#ui/portalWords.tsx'
import { UiWords } from '#ui/words.tsx'
import { show } from '../support/screen'

/** Two pictures whose uploads end when the test says so. */
const ends = new Map<string, () => void>()
const upload = (file: File) =>
  new Promise<string>((done) => ends.set(file.name, () => done(`https://example.com/${file.name}`)))
const Form = () => {
  const [isUnderway, tell] = useUnderway()
  const [last, setLast] = useState(false)
  const [isThere, setThere] = useState(true)
  const field = (label: string) => (
    <ImageField
      label={label}
      value=""
      onChange={() => {}}
      upload={upload}
      onBusy={(begins) => {
        tell(begins)
        setLast(begins)
      }}
    />
  )
  return (
    <>
      {field('Cover')}
      {isThere && field('Icon')}
      <output>{`${isUnderway ? 'waits' : 'free'}, last told: ${last ? 'waits' : 'free'}`}</output>
      <button type="button" onClick={() => setThere(false)}>
        away
      </button>
    </>
  )
}
const pick = (label: string, name: string) =>
  fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), {
    target: { files: [new File(['a'], name, { type: 'image/png' })] },
  })
const says = (text: string) => waitFor(() => expect(screen.getByRole('status').textContent).toBe(text))

test('a form waits until the last of its pictures has come, and for none that was taken away', async () => {
  await show(<Form />, { locale: 'ja', words: [UiWords, PortalWords] })
  await says('free, last told: free')
  pick('Cover', 'cover.png')
  pick('Icon', 'icon.png')
  await says('waits, last told: waits')
  // Who only kept what was told last would save without the second picture.
  await act(async () => ends.get('cover.png')?.())
  await says('waits, last told: free')
  await act(async () => ends.get('icon.png')?.())
  await says('free, last told: free')

  pick('Icon', 'again.png')
  await says('waits, last told: waits')
  fireEvent.click(screen.getByRole('button', { name: 'away' }))
  await says('free, last told: free')
})
