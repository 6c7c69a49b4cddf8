import { chakra } from '@chakra-ui/react'
import { FigureLink } from '#ui/text/FigureLink.tsx'
import { useDashboardWords } from './words'

export type Row = { label: string } & Record<string, number | string>
type Props = {
  rows: readonly Row[] | undefined
  columns: readonly {
    key: string
    label: string
    format: (value: number) => string
    /** Link to the rows behind a figure. */
    href?: (row: Row) => string
  }[]
}

const Cell = chakra('td', { base: { py: 1.5, px: 2, textAlign: 'end', fontVariantNumeric: 'tabular-nums' } })
const Head = chakra('th', { base: { py: 1.5, px: 2, textAlign: 'end', color: 'muted', fontWeight: 'semibold' } })

/** A figure that links to the rows behind it. */
export const RowsLink = ({ href, text, about }: { href: string; text: string; about: string }) => {
  const words = useDashboardWords()
  return (
    <FigureLink href={href} aria-label={`${text} ${words.rowsOf(about)}`}>
      {text}
    </FigureLink>
  )
}

/** Table with the data of a chart, for screen readers and for exact figures. */
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
                {columns.map(({ key, label, format, href }) => {
                  const text = format(Number(row[key]))
                  const isLink = href && Number(row[key]) !== 0
                  return (
                    <Cell key={key}>
                      {isLink ? <RowsLink href={href(row)} text={text} about={`${row.label} ${label}`} /> : text}
                    </Cell>
                  )
                })}
              </chakra.tr>
            ))}
          </tbody>
        </chakra.table>
      </chakra.div>
    </chakra.details>
  )
}
