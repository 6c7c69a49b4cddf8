import type { ReactNode } from 'react'
import { ResponsiveContainer } from 'recharts'

/**
 * Where a chart stands. What it shows stands in a table beside it: for screen readers it is not there. It follows the
 * width of its place a moment later, and until then must not make the page scroll sideways.
 */
export const ChartBox = ({ height, children }: { height: number; children: ReactNode }) => (
  <div aria-hidden="true" style={{ width: '100%', height, overflowX: 'clip' }}>
    <ResponsiveContainer width="100%" height="100%">
      {children}
    </ResponsiveContainer>
  </div>
)
