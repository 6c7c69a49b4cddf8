import { chakra } from '@chakra-ui/react'
import type { ClipboardEvent, KeyboardEvent } from 'react'
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
const Cell = chakra('td', { base: { px: 1, py: 1, verticalAlign: 'middle' } })
const Tick = chakra('input', {
  base: {
    w: '18px',
    h: '18px',
    accentColor: 'var(--ui-colors-accent)',
    cursor: 'pointer',
    mx: 'auto',
    display: 'block',
  },
})

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
  return (
    <Card title={words.variations} lead={words.variationsHint}>
      {isEndless && (
        <Notice tone="plain" mb={3}>
          {words.endless}
        </Notice>
      )}
      <chakra.div overflowX="auto" mx={-1} pb={1}>
        <chakra.table w="100%" minW="600px" onKeyDown={move} onPaste={paste} data-testid="variations">
          <thead>
            <tr>
              <Head>{grid.name}</Head>
              <Head>{grid.sku}</Head>
              <Head>{grid.stock}</Head>
              <Head>{grid.max}</Head>
              <Head>{grid.unlimited}</Head>
              <Head>{grid.stopped}</Head>
              <Head>{grid.hidden}</Head>
              <Head>{grid.sold}</Head>
              <td />
            </tr>
          </thead>
          <tbody>
            {/* A new row has no identity but its place. */}
            {[...rows.keys()].map((n) => {
              const one = rows[n] ?? newVariation
              const isCounted = !isEndless && !one.isUnlimited
              const wrong = Boolean(errors?.[n])
              return (
                <chakra.tr key={n} opacity={one.isHidden ? 0.6 : 1}>
                  <Cell data-cell={`${n}:0`} minW="120px">
                    <TextInput
                      aria-label={nameOf(n, grid.name)}
                      aria-invalid={wrong || undefined}
                      maxLength={50}
                      value={one.variationName}
                      onChange={(event) => change(n, { variationName: event.currentTarget.value })}
                    />
                  </Cell>
                  <Cell data-cell={`${n}:1`} minW="90px">
                    <TextInput
                      aria-label={nameOf(n, grid.sku)}
                      maxLength={50}
                      value={one.sku}
                      onChange={(event) => change(n, { sku: event.currentTarget.value })}
                    />
                  </Cell>
                  <Cell data-cell={`${n}:2`}>
                    {isCounted ? (
                      <Named label={nameOf(n, grid.stock)}>
                        <NumberInput width="80px" value={one.stock} onChange={(stock) => change(n, { stock })} />
                      </Named>
                    ) : (
                      <chakra.span fontSize="sm" color="muted">
                        {unlimited}
                      </chakra.span>
                    )}
                  </Cell>
                  <Cell data-cell={`${n}:3`}>
                    <Named label={nameOf(n, grid.max)}>
                      <NumberInput
                        width="64px"
                        value={one.maxQuantity}
                        onChange={(maxQuantity) => change(n, { maxQuantity })}
                      />
                    </Named>
                  </Cell>
                  {(['isUnlimited', 'isStopped', 'isHidden'] as const).map((flag) => (
                    <Cell key={flag}>
                      <Tick
                        type="checkbox"
                        aria-label={nameOf(
                          n,
                          flag === 'isUnlimited' ? grid.unlimited : flag === 'isStopped' ? grid.stopped : grid.hidden,
                        )}
                        checked={one[flag]}
                        disabled={flag === 'isUnlimited' && isEndless}
                        onChange={(event) => change(n, { [flag]: event.currentTarget.checked })}
                      />
                    </Cell>
                  ))}
                  <Cell fontVariantNumeric="tabular-nums" fontSize="0.875rem" color="muted">
                    {one.sold}
                  </Cell>
                  <Cell>
                    {one.variationId === undefined && rows.length > 1 && (
                      <IconButton
                        label={words.removeVariation(n + 1)}
                        onClick={() => write(rows.filter((_, place) => place !== n))}
                      >
                        <TrashIcon size={16} />
                      </IconButton>
                    )}
                  </Cell>
                </chakra.tr>
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
      <chakra.div display="flex" flexWrap="wrap" gap={3} alignItems="center" mt={3}>
        {rows.length < mostVariations && (
          <Button size="s" onClick={() => write([...rows, newVariation])}>
            <PlusIcon size={15} />
            {words.addVariation}
          </Button>
        )}
        <chakra.span fontSize="sm" color="muted">
          {words.oneVariation}
        </chakra.span>
      </chakra.div>
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

/** Label for an input whose component has no label prop. */
const Named = ({ label, children }: { label: string; children: React.ReactNode }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child.
  <label>
    <chakra.span srOnly>{label}</chakra.span>
    {children}
  </label>
)
