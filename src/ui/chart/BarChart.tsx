import { Bar, BarChart as Bars, CartesianGrid, Legend, Tooltip, XAxis, YAxis } from 'recharts'
import { ChartBox, tick, tooltipLook } from './ChartBox'

/** `shade`: which of the five colours, where not every kind is shown; a kind has one colour everywhere. */
export type ChartKind = { key: string; label: string; shade?: number }
export type ChartPoint = { label: string } & Record<string, number | string>

/** Five colours that differ in lightness, too, and stand out from the ground (3:1) in either mode. */
const colors = ['#6d54d6', '#2f8fa3', '#d98324', '#b04a78', '#7a7f87']

type Props = {
  points: readonly ChartPoint[]
  kinds: readonly ChartKind[]
  format: (value: number) => string
  short: (value: number) => string
  height?: string
}

/** A stacked bar for each point. Hidden from screen readers: a table beside it has the same data. */
export default function BarChart({ points, kinds, format, short, height = '280px' }: Props) {
  return (
    <ChartBox height={height}>
      <Bars data={[...points]} margin={{ top: 8, right: 8, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--ui-colors-border)" />
        <XAxis
          dataKey="label"
          tick={tick}
          tickLine={false}
          tickMargin={8}
          axisLine={{ stroke: 'var(--ui-colors-border)' }}
          minTickGap={16}
        />
        <YAxis width={56} allowDecimals={false} tick={tick} tickFormatter={short} tickLine={false} axisLine={false} />
        <Tooltip
          cursor={{ fill: 'var(--ui-colors-hover)' }}
          {...tooltipLook}
          formatter={(value) => format(Number(value))}
        />
        <Legend
          wrapperStyle={{ fontSize: 13 }}
          formatter={(text) => <span style={{ color: 'var(--ui-colors-text)' }}>{text}</span>}
        />
        {kinds.map(({ key, label, shade }, n) => (
          <Bar
            key={key}
            dataKey={key}
            name={label}
            stackId="all"
            fill={colors[(shade ?? n) % colors.length] ?? colors[0]}
            maxBarSize={40}
            isAnimationActive={false}
          />
        ))}
      </Bars>
    </ChartBox>
  )
}
