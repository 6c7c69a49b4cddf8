import { ChakraProvider, chakra, createSystem, type SystemContext } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { remembered } from '#ui/look/remembered.ts'
import { themeConfig } from '#ui/look/theme.ts'
import { base } from '#ui/look/utilities.ts'
import { TableFrame } from '#ui/table/parts.tsx'

/* What the look remembers changes nothing that is seen, and is made once. */

const Note = chakra('p', {
  base: { color: 'muted', _hover: { color: 'text' } },
  variants: { loud: { true: { fontSize: 'xl' } } },
})
const Row = chakra('tr', { base: { display: { base: 'flex', lg: 'table-row' }, _last: { borderBottomWidth: 0 } } })
const Cell = chakra('td', { base: { px: { base: 0, lg: 3 }, '&[data-main=true]': { color: 'inherit' } } })
const Inner = chakra(Note, { base: { mt: 4, color: 'text' } })

const table = (rows: number) => (
  <TableFrame>
    <tbody>
      {Array.from({ length: rows }, (_, row) => (
        <Row key={String(row)}>
          <Cell data-main>
            <chakra.span display={{ base: 'none', md: 'inline-flex' }} gap={2} w={`${row}%`}>
              {row}
            </chakra.span>
          </Cell>
          <Cell>
            <Badge tone={row % 2 === 0 ? 'ok' : 'warn'}>x</Badge>
            <Button look={row % 2 === 0 ? 'primary' : 'plain'}>x</Button>
          </Cell>
        </Row>
      ))}
    </tbody>
    <tfoot>
      <tr>
        <td>
          <Note loud>a</Note>
          <Note css={[{ px: 2 }, { px: 3 }]}>b</Note>
          <Note className="kept">c</Note>
          <Inner>d</Inner>
          <Inner loud color="accentText" className="kept">
            e
          </Inner>
        </td>
      </tr>
    </tfoot>
  </TableFrame>
)
const shown = (system: SystemContext, inside: ReactNode) =>
  renderToString(<ChakraProvider value={system}>{inside}</ChakraProvider>)

test('pages have the styles that they have without it', () => {
  const plain = shown(createSystem(base, themeConfig), table(8))
  const system = remembered(createSystem(base, themeConfig))
  expect(shown(system, table(8))).toBe(plain)
  // Again, from what is remembered.
  expect(shown(system, table(8))).toBe(plain)
})

test('no recipe is built and no style found twice, however many rows are shown', () => {
  const made = createSystem(base, themeConfig)
  const count = { cva: 0, css: 0 }
  const counted: SystemContext = {
    ...made,
    cva: ((config: object) => {
      count.cva++
      return made.cva(config)
    }) as SystemContext['cva'],
    css: ((...styles: Parameters<SystemContext['css']>) => {
      count.css++
      return made.css(...styles)
    }) as SystemContext['css'],
  }
  const system = remembered(counted)
  shown(system, table(4))
  const first = { ...count }
  expect(first.cva).toBeGreaterThan(5)
  shown(system, table(4))
  expect(count).toEqual(first)
  // As it is otherwise.
  shown(counted, table(4))
  expect(count.cva).toBeGreaterThan(first.cva * 3)
})
