import { Badge } from '../Badge'
import { Button, IconButton, LinkButton } from '../Button'
import { Card, Facts, Notice } from '../Card'
import { EmptyState } from '../faces/EmptyState'
import { SkeletonText } from '../faces/Skeleton'
import { Field, Fields } from '../form/Field'
import { ImageField } from '../form/ImageField'
import { Checkbox, Radio, Switch } from '../form/Switch'
import { Select, TextArea, TextInput } from '../form/TextInput'
import { MoreIcon } from '../look/icons'
import { Columns } from '../page/Page'
import { type Column, DataTable, type DataTableProps } from '../table/DataTable'
import { FigureCell } from '../table/FigureCell'
import { ListTabs } from '../table/ListTabs'
import { NameCell } from '../table/NameCell'

type Item = { id: string }
const nothing = () => {}
const items: readonly Item[] = [{ id: 'one' }]
const options = [{ value: '', label: '' }]
const columns: readonly Column<Item>[] = [
  { id: 'name', header: '', main: true, sort: 'name', cell: () => <NameCell name="" note="-" picture="" /> },
  { id: 'state', header: '', cell: () => <Badge tone="ok" /> },
  { id: 'figure', header: '', align: 'end', sort: 'figure', cell: () => <FigureCell figure="" note="-" /> },
]
const list: Omit<DataTableProps<Item>, 'items'> = {
  label: '',
  columns,
  itemId: ({ id }) => id,
  itemHref: () => '/',
  actions: () => [{ key: 'one', label: '' }],
  bulk: () => null,
  list: { data: { pagination: { totalCount: 100 } }, isStale: false, failed: null },
  empty: null,
  search: '',
  filters: [{ name: 'sample', label: '', options }],
  written: [{ type: 'choice', name: 'sample', label: '', any: '', options }],
}

/** One of everything that lists and forms show, with nothing in it. */
export const Samples = () => (
  <>
    <Card flush>
      <ListTabs label="" query="sample" names={['one']} chosen="one" labels={{ one: '' }} counts={{ one: 0 }} />
      <DataTable {...list} items={items} />
      <DataTable {...list} items={undefined} />
    </Card>
    <Columns
      aside={
        <Card title="-">
          <Facts items={[{ label: '', value: '' }]} />
        </Card>
      }
    >
      <Card title="-" lead="-">
        <Fields>
          <Field label="" hint="-" max={1} value="">
            <TextInput />
          </Field>
          <Field label="" error="-" required>
            <TextArea />
          </Field>
          <Field label="" group optional>
            <Radio label="" hint="-" />
            <Checkbox label="" />
          </Field>
          <Field label="">
            <Select options={options} />
          </Field>
          <Switch label="" hint="-" />
          <ImageField label="" value="" onChange={nothing} upload={async () => ''} />
        </Fields>
        <SkeletonText />
      </Card>
    </Columns>
    {(['ok', 'warn', 'bad', 'info', 'plain'] as const).map((tone) => (
      <Notice key={tone} tone={tone}>
        <Badge tone={tone} />
      </Notice>
    ))}
    {(['primary', 'plain', 'quiet', 'danger', 'dangerQuiet', 'link'] as const).map((look) => (
      <Button key={look} look={look} />
    ))}
    <Button size="s" />
    <IconButton size="s" label="">
      <MoreIcon />
    </IconButton>
    <LinkButton href="/" look="primary" />
    <EmptyState icon="" title="" text="-" />
  </>
)
