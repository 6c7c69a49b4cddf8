import { useState } from 'react'

/** What pages are measured against: a minimal static Next page, with one control that answers a press. */
export default function Page() {
  const [isOn, setOn] = useState(false)
  return (
    <main>
      <h1>A page.</h1>
      <button type="button" aria-pressed={isOn} onClick={() => setOn(!isOn)}>
        A control
      </button>
    </main>
  )
}
