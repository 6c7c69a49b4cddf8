import { chakra } from '@chakra-ui/react'
import { useLocale } from '#client/words.tsx'
import { grouped } from '#kit/number.ts'
import type { Column } from '#ui/table/DataTable.tsx'
import { NameCell } from '#ui/table/NameCell.tsx'
import { dateText, monthText } from '#ui/text/DateText.tsx'
import type { ContentStatus } from '../content'
import type { ContentListItem } from '../contract'
import { ContentBadge, ConversionBadge } from '../parts'
import { useContentWords } from '../words'

type Tab = ContentStatus | 'all'

/** Counts are shown only once the content could be seen. */
const isCounted = ({ status, loves, comments, viewers }: ContentListItem) =>
  status === 'active' || loves + comments + viewers > 0

export const useColumns = (tab: Tab): readonly Column<ContentListItem>[] => {
  const words = useContentWords()
  const locale = useLocale()
  const figure = (id: string, header: string, of: (content: ContentListItem) => number): Column<ContentListItem> => ({
    id,
    header,
    align: 'end',
    hideOnPhone: true,
    sortsDown: true,
    cell: (content) => (isCounted(content) ? grouped(of(content)) : words.none),
  })
  const status: Column<ContentListItem> = {
    id: 'status',
    header: words.columns.status,
    cell: (content) => (
      <chakra.span display="inline-flex" flexWrap="wrap" gap={1}>
        <ContentBadge content={content} />
        <ConversionBadge status={content.conversionStatus} />
      </chakra.span>
    ),
  }
  return [
    {
      id: 'name',
      header: words.columns.content,
      main: true,
      sort: 'name',
      cell: ({ name, type, description, thumbnail }) => (
        <NameCell
          name={name || words.unnamed}
          note={description ? `${words.types[type]}・${description}` : words.types[type]}
          picture={thumbnail}
        />
      ),
    },
    // All of that tab are published.
    ...(tab === 'active' ? [] : [status]),
    {
      id: 'visibility',
      header: words.columns.visibility,
      wrap: true,
      // Wide enough for a plan's name on one line.
      cell: ({ viewableBy, plans: [first, ...others] }) => (
        // A line ends between the first plan and the number of the others.
        <chakra.span display="inline-block" minW={{ lg: '100px' }} wordBreak="keep-all" overflowWrap="anywhere">
          {viewableBy === 'allUsers'
            ? words.everybody
            : first
              ? words.plansMore(first.name, others.length)
              : words.noPlans}
        </chakra.span>
      ),
    },
    // A draft has no time of publishing yet.
    tab === 'draft'
      ? {
          id: 'edited',
          header: words.columns.edited,
          sort: 'editedAt',
          sortsDown: true,
          hideOnPhone: true,
          cell: ({ editedAt }) => dateText(editedAt, locale, { short: true }),
        }
      : {
          id: 'publishing',
          header: words.columns.publishing,
          sort: 'publishingAt',
          sortsDown: true,
          hideOnPhone: true,
          cell: ({ publishingAt, backNumberPeriod }) => (
            <>
              {publishingAt === null ? words.none : dateText(publishingAt, locale, { short: true })}
              {backNumberPeriod && (
                <chakra.span display="block" color="muted" fontSize="xs">
                  {words.ofMonth(monthText(backNumberPeriod, locale))}
                </chakra.span>
              )}
            </>
          ),
        },
    // What nobody could see yet has no figures, and beside all states there is room for one.
    ...(tab === 'active'
      ? [{ ...figure('viewers', words.columns.viewers, ({ viewers }) => viewers), sort: 'viewers' }]
      : []),
    ...(tab === 'active' || tab === 'all'
      ? [{ ...figure('loves', words.columns.loves, ({ loves }) => loves), sort: 'loves' }]
      : []),
    ...(tab === 'active'
      ? [{ ...figure('comments', words.columns.comments, ({ comments }) => comments), sort: 'comments' }]
      : []),
  ]
}
