import { chakra } from '@chakra-ui/react'
import { useDashboardWords } from './words'

type Row = { label: string } & Record<string, number | string>
type Props = {
  rows: readonly Row[] | undefined
  columns: readonly { key: string; label: string; format: (value: number) => string }[]
}

const Cell = chakra('td', { base: { py: 1.5, px: 2, textAlign: 'end', fontVariantNumeric: 'tabular-nums' } })
const Head = chakra('th', { base: { py: 1.5, px: 2, textAlign: 'end', color: 'muted', fontWeight: 'semibold' } })

/** What a chart shows, for whoever does not see it, and for whoever wants the figures. */
export const FigureTable = ({ rows, columns }: Props) => {
  const words = useDashboardWords()
  return (
    <chakra.details mt={3} fontSize="sm">
      <chakra.summary cursor="pointer" color="muted" w="fit-content" fontWeight="semibold">
        {words.asTable}
      </chakra.summary>
      <chakra.div overflow="auto" maxH="320px" mt={2} tabIndex={0} role="group" aria-label={words.asTable}>
        <chakra.table w="100%">
          <thead>
            <tr>
              <Head scope="col" textAlign="start">
                {words.dayColumn}
              </Head>
              {columns.map(({ key, label }) => (
                <Head key={key} scope="col">
                  {label}
                </Head>
              ))}
            </tr>
          </thead>
          <tbody>
            {(rows ?? []).map((row) => (
              <chakra.tr key={row.label} borderTopWidth="1px" borderColor="border">
                <Head scope="row" textAlign="start">
                  {row.label}
                </Head>
                {columns.map(({ key, format }) => (
                  <Cell key={key}>{format(Number(row[key]))}</Cell>
                ))}
              </chakra.tr>
            ))}
          </tbody>
        </chakra.table>
      </chakra.div>
    </chakra.details>
  )
}
