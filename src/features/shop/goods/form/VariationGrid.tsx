import { chakra } from '@chakra-ui/react'
import { type ClipboardEvent, Fragment, type KeyboardEvent } from 'react'
import { Button, IconButton } from '#ui/Button.tsx'
import { Card, Notice } from '#ui/Card.tsx'
import { EnglishTexts } from '#ui/form/EnglishTexts.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import type { ZodForm } from '#ui/form/state/useZodForm.ts'
import { TextInput } from '#ui/form/TextInput.tsx'
import { PlusIcon, TrashIcon } from '#ui/look/icons.tsx'
import { mostVariations, variationNameLength } from '../contract'
import { useGoodsWords } from '../words'
import { pasted } from './pasted'
import { type GoodsValues, newVariation, type VariationValues } from './values'

const Head = chakra('th', {
  base: {
    fontSize: 'xs',
    fontWeight: 'semibold',
    color: 'muted',
    textAlign: 'start',
    px: 1,
    pb: 1.5,
    whiteSpace: 'nowrap',
  },
})
/** On a phone a row is a block of its own, each of its cells below its heading. */
const Row = chakra('tr', {
  base: {
    mdDown: {
      display: 'grid',
      gridTemplateColumns: 'repeat(6, minmax(0, 1fr))',
      gap: 3,
      py: 4,
      borderTopWidth: '1px',
      borderColor: 'border',
    },
  },
})
const Cell = chakra('td', {
  base: {
    px: { md: 1 },
    py: { md: 1 },
    verticalAlign: 'middle',
    minW: 0,
    mdDown: {
      gridColumn: 'span 3',
      _before: {
        content: 'attr(data-heading)',
        display: 'block',
        fontSize: 'xs',
        fontWeight: 'semibold',
        color: 'muted',
        pb: 1,
      },
      '&[data-tick]': { gridColumn: 'span 2' },
      // Which row it is, and what is sold of it, stands first.
      '&[data-end]': {
        order: -1,
        gridColumn: 'span 6',
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        minH: '32px',
        _before: { pb: 0 },
      },
    },
  },
})
const Tick = chakra('input', {
  base: {
    w: { base: '22px', md: '18px' },
    h: { base: '22px', md: '18px' },
    accentColor: 'var(--ui-colors-accent)',
    cursor: 'pointer',
    mx: { md: 'auto' },
    display: 'block',
  },
})
const flags = ['isUnlimited', 'isStopped', 'isHidden'] as const

const isAtEdge = (target: EventTarget, side: number): boolean => {
  if (!(target instanceof HTMLInputElement)) return false
  const { selectionStart: from, selectionEnd: to, value } = target
  const isAll = from === 0 && to === value.length
  return isAll || (from === to && from === (side > 0 ? value.length : 0))
}

/** Works like a spreadsheet: arrow keys and Enter move between cells, and tables can be pasted. */
export const VariationGrid = ({ form }: { form: ZodForm<GoodsValues> }) => {
  const { form: words, unlimited } = useGoodsWords()
  const values = form.watch()
  const { variations: rows } = values
  const isEndless = values.goodsType === 'digitalGoods' || values.salesType === 'builtToOrder'
  const write = (next: VariationValues[]) => form.setValue('variations', next, { shouldDirty: true, shouldTouch: true })
  const change = (n: number, changes: Partial<VariationValues>) =>
    write(form.getValues('variations').map((one, place) => (place === n ? { ...one, ...changes } : one)))
  const move = (event: KeyboardEvent<HTMLTableElement>) => {
    const step = event.key === 'ArrowDown' || event.key === 'Enter' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const side = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const cell = (event.target as HTMLElement).closest('[data-cell]')
    if ((step === 0 && side === 0) || !cell || event.nativeEvent.isComposing || event.shiftKey) return
    // Arrow keys move within the text; at its end, or if all of it is selected, they move to the next cell.
    if (side !== 0 && !isAtEdge(event.target, side)) return
    const [row = 0, column = 0] = (cell.getAttribute('data-cell') ?? '').split(':').map(Number)
    const inputAt = (place: number) =>
      event.currentTarget.querySelector<HTMLInputElement>(`[data-cell="${row + step}:${place}"] input`)
    let next = inputAt(column + side)
    // Skips a cell without a number field.
    if (!next && side !== 0) next = inputAt(column + 2 * side)
    if (!next && side !== 0) return
    event.preventDefault()
    next?.focus()
    next?.select()
  }
  const paste = (event: ClipboardEvent<HTMLTableElement>) => {
    const text = event.clipboardData.getData('text/plain')
    const cell = (event.target as HTMLElement).closest('[data-cell]')
    if (!cell || !/[\t\n]/.test(text)) return
    event.preventDefault()
    const [row, column] = (cell.getAttribute('data-cell') ?? '0:0').split(':').map(Number)
    const headings = [grid.name, grid.sku, grid.stock, grid.max]
    write(pasted(form.getValues('variations'), text, { row: row ?? 0, column: column ?? 0, headings }))
  }
  const errors = form.formState.errors.variations
  const error = errors?.message ?? errors?.root?.message
  const { grid } = words
  const nameOf = (n: number, label: string) => `${words.row(n + 1)} ${label}`
  const flagNames = { isUnlimited: grid.unlimited, isStopped: grid.stopped, isHidden: grid.hidden }
  /** What is wrong in a row, with the heading of its cell. */
  const wrongIn = (n: number) => {
    const row = errors?.[n]
    const cells = [
      { label: grid.name, error: row?.variationName },
      { label: grid.sku, error: row?.sku },
      // What is sent of a stock is its difference.
      { label: grid.stock, error: (row as { stockChange?: { message?: string } } | undefined)?.stockChange },
      { label: grid.max, error: row?.maxQuantity },
    ]
    return cells.map(({ label, error }) => ({ label, message: error?.message }))
  }
  return (
    <Card
      title={words.variations}
      lead={
        <>
          {words.variationsHint}{' '}
          <chakra.span display={{ base: 'none', md: 'inline' }}>{words.variationKeys}</chakra.span>
        </>
      }
    >
      {isEndless && (
        <Notice tone="plain" mb={3}>
          {words.endless}
        </Notice>
      )}
      <chakra.div overflowX="auto" mx={{ md: -1 }} pb={1}>
        <chakra.table
          w="100%"
          minW={{ md: '560px' }}
          mdDown={{ '&, & > tbody': { display: 'block' }, '& > thead': { display: 'none' } }}
          onKeyDown={move}
          onPaste={paste}
          data-testid="variations"
        >
          <thead>
            <tr>
              <Head>{grid.name}</Head>
              <Head>{grid.sku}</Head>
              <Head>{grid.stock}</Head>
              <Head>{grid.max}</Head>
              {flags.map((flag) => (
                <Head key={flag}>{flagNames[flag]}</Head>
              ))}
              <Head>{grid.sold}</Head>
            </tr>
          </thead>
          <tbody>
            {/* A new row has no identity but its place. */}
            {[...rows.keys()].map((n) => {
              const one = rows[n] ?? newVariation
              const isCounted = !isEndless && !one.isUnlimited
              const wrong = wrongIn(n)
              const invalid = (column: number) => (wrong[column]?.message ? { 'aria-invalid': true as const } : {})
              const said = wrong.filter(({ message }) => message)
              return (
                <Fragment key={n}>
                  <Row opacity={one.isHidden ? 0.6 : 1}>
                    <Cell data-cell={`${n}:0`} data-heading={grid.name} md={{ minW: '112px' }}>
                      <TextInput
                        aria-label={nameOf(n, grid.name)}
                        {...invalid(0)}
                        maxLength={50}
                        value={one.variationName}
                        onChange={(event) => change(n, { variationName: event.currentTarget.value })}
                      />
                    </Cell>
                    <Cell data-cell={`${n}:1`} data-heading={grid.sku} md={{ minW: '88px' }}>
                      <TextInput
                        aria-label={nameOf(n, grid.sku)}
                        {...invalid(1)}
                        maxLength={50}
                        value={one.sku}
                        onChange={(event) => change(n, { sku: event.currentTarget.value })}
                      />
                    </Cell>
                    <Cell data-cell={`${n}:2`} data-heading={grid.stock}>
                      {isCounted ? (
                        <NumberInput
                          width="80px"
                          label={nameOf(n, grid.stock)}
                          {...invalid(2)}
                          value={one.stock}
                          onChange={(stock) => change(n, { stock })}
                        />
                      ) : (
                        <chakra.span fontSize="sm" color="muted">
                          {unlimited}
                        </chakra.span>
                      )}
                    </Cell>
                    <Cell data-cell={`${n}:3`} data-heading={grid.max}>
                      <NumberInput
                        width="72px"
                        label={nameOf(n, grid.max)}
                        {...invalid(3)}
                        value={one.maxQuantity}
                        onChange={(maxQuantity) => change(n, { maxQuantity })}
                      />
                    </Cell>
                    {flags.map((flag) => (
                      <Cell key={flag} data-tick data-heading={flagNames[flag]}>
                        <Tick
                          type="checkbox"
                          aria-label={nameOf(n, flagNames[flag])}
                          checked={one[flag]}
                          disabled={flag === 'isUnlimited' && isEndless}
                          onChange={(event) => change(n, { [flag]: event.currentTarget.checked })}
                        />
                      </Cell>
                    ))}
                    <Cell data-end data-heading={words.row(n + 1)}>
                      {one.variationId !== undefined ? (
                        <chakra.span fontVariantNumeric="tabular-nums" fontSize="0.875rem" color="muted">
                          <chakra.span display={{ md: 'none' }}>{grid.sold} </chakra.span>
                          {one.sold}
                        </chakra.span>
                      ) : (
                        // Nothing of a new row is sold: it may still go.
                        rows.length > 1 && (
                          <IconButton
                            label={words.removeVariation(n + 1)}
                            onClick={() => write(rows.filter((_, place) => place !== n))}
                          >
                            <TrashIcon size={16} />
                          </IconButton>
                        )
                      )}
                    </Cell>
                  </Row>
                  {said.length > 0 && (
                    <tr>
                      <chakra.td
                        colSpan={8}
                        role="alert"
                        color="bad"
                        fontSize="sm"
                        fontWeight="medium"
                        px={{ md: 1 }}
                        pb={2}
                      >
                        {said.map(({ label, message }) => (
                          <chakra.p key={label}>{words.wrongIn(nameOf(n, label), message ?? '')}</chakra.p>
                        ))}
                      </chakra.td>
                    </tr>
                  )}
                </Fragment>
              )
            })}
          </tbody>
        </chakra.table>
      </chakra.div>
      {error && (
        <chakra.p role="alert" color="bad" fontSize="sm" mt={2}>
          {error}
        </chakra.p>
      )}
      <EnglishNames rows={rows} errors={errors} change={change} />
      {rows.length < mostVariations && (
        <Button size="s" mt={3} onClick={() => write([...rows, newVariation])}>
          <PlusIcon size={15} />
          {words.addVariation}
        </Button>
      )}
    </Card>
  )
}

type EnglishProps = {
  rows: readonly VariationValues[]
  errors: ZodForm<GoodsValues>['formState']['errors']['variations']
  change: (n: number, values: Partial<VariationValues>) => void
}
/** Of the named ones; those of a single one stay empty. */
const EnglishNames = ({ rows, errors, change }: EnglishProps) => {
  const { grid } = useGoodsWords().form
  const named = rows.flatMap(({ variationName, english }, n) =>
    variationName === ''
      ? []
      : [{ name: String(n), label: `${grid.name} ${variationName}`, max: variationNameLength, given: english.name }],
  )
  if (named.length === 0) return null
  return (
    <chakra.div mt={3}>
      <EnglishTexts
        texts={named}
        given={Object.fromEntries(named.map(({ name, given }) => [name, given]))}
        errors={Object.fromEntries(named.map(({ name }) => [name, errors?.[Number(name)]?.english?.name]))}
        register={(name) => ({
          value: rows[Number(name)]?.english.name ?? '',
          onChange: (event: { currentTarget: { value: string } }) =>
            change(Number(name), { english: { name: event.currentTarget.value } }),
        })}
      />
    </chakra.div>
  )
}
