import { Activity, type ComponentType, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

/**
 * Makes the styles of what lists and forms are made of while nobody waits for them: an element's style is made when it is first shown,
 * which was a third of the time in which a list opened. Rendered hidden, that is after everything else, and into no document, once somebody
 * is there who moves a pointer.
 */
export const StylesAhead = () => {
  const [ahead, setAhead] = useState<{ Samples: ComponentType; box: HTMLElement } | null>(null)
  useEffect(() => {
    const begin = () =>
      // Without them pages make their own.
      void import('./Samples').then(
        ({ Samples }) => setAhead({ Samples, box: document.createElement('div') }),
        () => {},
      )
    addEventListener('pointermove', begin, { once: true, passive: true })
    return () => removeEventListener('pointermove', begin)
  }, [])
  return ahead && <Activity mode="hidden">{createPortal(<ahead.Samples />, ahead.box)}</Activity>
}
