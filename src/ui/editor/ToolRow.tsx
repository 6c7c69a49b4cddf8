import { chakra, type SystemStyleObject } from '@chakra-ui/react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'

// Describes its tools: twenty elements of their own styles took longer to be made than the text.
const Row = chakra('div', {
  base: {
    '& button, & [data-place]': {
      display: 'grid',
      placeItems: 'center',
      flex: 'none',
      minW: { base: '40px', md: '28px' },
      h: { base: '40px', md: '32px' },
      px: 1,
      borderRadius: '8px',
      color: 'muted',
      fontSize: '0.8125rem',
      fontWeight: 'semibold',
      whiteSpace: 'nowrap',
      cursor: 'pointer',
      _hover: { bg: 'hover', color: 'text' },
      '&[aria-pressed=true]': { bg: 'accentSubtle', color: 'accentText' },
      '&[aria-disabled=true]': { opacity: 0.45, cursor: 'default' },
    },
    '& [data-group]': { display: 'contents' },
    '& [data-line]': { flex: 'none', w: '1px', h: '20px', mx: 1, bg: 'border' },
  },
})

export type ToolEntry = {
  key: string
  label: string
  face: ReactNode
  isOn?: boolean
  isOff?: boolean
  run: () => void
}

type RowProps = {
  label: string
  /** Id of the text element that the tools change. */
  controls: string
  groups: ToolEntry[][]
  css: SystemStyleObject
}

/** Tools in a row, one stop of the tab key: the arrow keys go from tool to tool. */
export const ToolRow = ({ label, controls, groups, css }: RowProps) => {
  const bar = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const count = groups.flat().length
  const stop = Math.min(at, count - 1)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') document.getElementById(controls)?.focus()
    const to = { ArrowRight: stop + 1, ArrowLeft: stop - 1, Home: 0, End: count - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = (to + count) % count
    setAt(next)
    bar.current?.querySelectorAll('button')[next]?.focus()
  }
  let index = -1
  return (
    <Row
      ref={bar}
      role="toolbar"
      aria-label={label}
      aria-controls={controls}
      aria-keyshortcuts="Alt+F10"
      onKeyDown={onKeyDown}
      css={css}
    >
      {groups.map((group, number) => (
        <span key={group[0]?.key} data-group>
          {number > 0 && <span data-line aria-hidden />}
          {group.map((tool) => {
            index += 1
            const own = index
            return (
              <button
                key={tool.key}
                type="button"
                tabIndex={own === stop ? 0 : -1}
                aria-label={tool.label}
                title={tool.label}
                aria-pressed={tool.isOn}
                aria-disabled={tool.isOff || undefined}
                // Keeps the selection in the text.
                onMouseDown={(event) => event.preventDefault()}
                onFocus={() => setAt(own)}
                onClick={() => {
                  if (!tool.isOff) tool.run()
                }}
              >
                {tool.face}
              </button>
            )
          })}
        </span>
      ))}
    </Row>
  )
}

/** Where tools will stand: as many in each group. */
export const ToolPlaces = ({ groups, css }: { groups: readonly number[]; css: SystemStyleObject }) => (
  <Row css={css} aria-hidden>
    {groups.map((count, number) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are places.
      <span key={number} data-group>
        {number > 0 && <span data-line />}
        {Array.from({ length: count }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are places.
          <span key={place} data-place />
        ))}
      </span>
    ))}
  </Row>
)
