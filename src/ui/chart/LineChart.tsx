import { CartesianGrid, Line, LineChart as Lines, Tooltip, XAxis, YAxis } from 'recharts'
import { ChartBox, tick, tooltipLook } from './ChartBox'

type Props = {
  points: readonly { label: string; value: number }[]
  format: (value: number) => string
  short: (value: number) => string
}

/** One line over time. Hidden from screen readers: a table beside it has the same data. */
export default function LineChart({ points, format, short }: Props) {
  return (
    <ChartBox height={220}>
      <Lines data={[...points]} margin={{ top: 8, right: 12, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--ui-colors-border)" />
        <XAxis
          dataKey="label"
          tick={tick}
          tickLine={false}
          tickMargin={8}
          axisLine={{ stroke: 'var(--ui-colors-border)' }}
          minTickGap={24}
        />
        <YAxis width={56} tick={tick} tickFormatter={short} tickLine={false} axisLine={false} allowDecimals={false} />
        <Tooltip {...tooltipLook} formatter={(value) => [format(Number(value)), '']} separator="" />
        <Line
          dataKey="value"
          stroke="var(--ui-colors-accent)"
          strokeWidth={2.5}
          dot={points.length < 3}
          isAnimationActive={false}
        />
      </Lines>
    </ChartBox>
  )
}
