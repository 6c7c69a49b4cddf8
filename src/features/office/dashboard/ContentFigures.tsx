import { chakra } from '@chakra-ui/react'
import { routes } from '#client/routes.ts'
import type { ResultOf } from '#kit/contract.ts'
import { grouped } from '#kit/number.ts'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { NewsIcon } from '#ui/look/icons.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { DateText } from '#ui/text/DateText.tsx'
import type { dashboard } from './contract'
import { useDashboardWords } from './words'

type Row = ResultOf<typeof dashboard.getBrandStats>['contents'][number]
type Props = { ids: { tenantId: string; brandId: string }; contents: readonly Row[] | undefined; failed: boolean }

/** Each figure links to its content. */
export const ContentFigures = ({ ids, contents, failed }: Props) => {
  const words = useDashboardWords()
  const { contentColumns: names } = words
  const columns: readonly Column<Row>[] = [
    { id: 'name', header: names.name, main: true, wrap: true, cell: ({ name }) => name || words.unnamed },
    {
      id: 'viewers',
      header: names.viewers,
      align: 'end',
      cell: ({ viewers }) => <Named name={names.viewers} n={viewers} />,
    },
    { id: 'loves', header: names.loves, align: 'end', cell: ({ loves }) => <Named name={names.loves} n={loves} /> },
    {
      id: 'comments',
      header: names.comments,
      align: 'end',
      hideOnPhone: true,
      cell: ({ comments }) => grouped(comments),
    },
    { id: 'at', header: names.at, hideOnPhone: true, cell: ({ publishingAt }) => <DateText at={publishingAt} short /> },
  ]
  if (failed) return null
  return (
    <Card title={words.contents} flush>
      <DataTable
        label={words.contents}
        columns={columns}
        items={contents}
        itemId={({ planContentId }) => planContentId}
        itemName={({ name }) => name || words.unnamed}
        itemHref={({ planContentId }) => routes.content({ ...ids, contentId: planContentId })}
        empty={<EmptyState icon={<NewsIcon size={24} />} title={words.noContents.title} text={words.noContents.text} />}
      />
    </Card>
  )
}

/** Label of the figure, because phones show no table headers. */
const Named = ({ name, n }: { name: string; n: number }) => (
  <>
    <chakra.span display={{ lg: 'none' }}>{name} </chakra.span>
    {grouped(n)}
  </>
)
