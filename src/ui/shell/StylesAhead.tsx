import { Activity, type ComponentType, useEffect, useInsertionEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useMoved } from './useMoved'

/** What is inserted into the document stands there when this is told: insertions run in the order of the elements. */
const Made = ({ tell }: { tell: () => void }) => {
  // An insertion must not change a state itself.
  useInsertionEffect(() => void setTimeout(tell), [tell])
  return null
}

type Ahead = { Samples: ComponentType; box: HTMLElement }

/**
 * Makes the styles of what lists and forms are made of while nobody waits for them: an element's style is made when it is first shown,
 * which was a third of the time in which a list opened. Rendered hidden, that is after everything else, and into no document, once somebody
 * is there who moves a pointer; and gone when that is done, as every move to another page would render it again.
 */
export const StylesAhead = () => {
  const [ahead, setAhead] = useState<Ahead | null>(null)
  const [end] = useState(() => () => setAhead(null))
  const hasMoved = useMoved()
  useEffect(() => {
    // Without them pages make their own.
    if (hasMoved)
      void import('./Samples').then(
        ({ Samples }) => setAhead({ Samples, box: document.createElement('div') }),
        () => {},
      )
  }, [hasMoved])
  if (!ahead) return null
  return (
    <Activity mode="hidden">
      {createPortal(
        <>
          <ahead.Samples />
          <Made tell={end} />
        </>,
        ahead.box,
      )}
    </Activity>
  )
}
