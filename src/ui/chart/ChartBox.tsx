import type { ReactNode } from 'react'
import { ResponsiveContainer } from 'recharts'

/** How the two charts look alike. */
export const tick = { fontSize: 12, fill: 'var(--ui-colors-muted)' }
export const tooltipLook = {
  contentStyle: {
    background: 'var(--ui-colors-surface)',
    border: '1px solid var(--ui-colors-border)',
    borderRadius: 10,
    fontSize: 13,
  },
  itemStyle: { color: 'var(--ui-colors-text)' },
  labelStyle: { color: 'var(--ui-colors-muted)' },
}

/**
 * The box of a chart. Hidden from screen readers: a table beside it has the same data. It follows the
 * width of its place a moment later, and until then must not make the page scroll sideways.
 */
export const ChartBox = ({ height, children }: { height: number | string; children: ReactNode }) => (
  <div aria-hidden="true" style={{ width: '100%', height, overflowX: 'clip' }}>
    <ResponsiveContainer width="100%" height="100%">
      {children}
    </ResponsiveContainer>
  </div>
)
