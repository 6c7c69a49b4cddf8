import { chakra } from '@chakra-ui/react'
import { useQueryValue, useRouteIds } from '#client/routes.ts'
import { useRead } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { actName, type NamedActs } from '#kit/acts.ts'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/faces/EmptyState.tsx'
import { ShieldIcon } from '#ui/look/icons.tsx'
import { Page } from '#ui/page/Page.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { ListTabs } from '#ui/table/ListTabs.tsx'
import { useListQuery } from '#ui/table/useListQuery.ts'
import { dateText } from '#ui/text/DateText.tsx'
import { audit, auditTopics } from './contract'
import { KeptFields } from './KeptFields'
import type { AuditEntry } from './kept'
import { AuditWords, useAuditWords } from './words'

/** `acts`: of all wings, given by the page. */
export const AuditScreen = ({ acts }: { acts: NamedActs }) => (
  <AuditWords>
    <Log acts={acts} />
  </AuditWords>
)

const Log = ({ acts }: { acts: NamedActs }) => {
  const words = useAuditWords()
  const ids = useRouteIds('tenantId')
  const [chosen, memberId] = [useQueryValue('topic'), useQueryValue('memberId')]
  const topic = auditTopics.find((one) => one === chosen)
  const { asked } = useListQuery([])
  const list = useRead(
    audit.getAuditLog,
    ids && {
      ...ids,
      pagination: asked.pagination,
      ...(topic && { topic }),
      ...(/^[\w-]{1,64}$/.test(memberId) && { memberId }),
    },
  )
  const columns = useColumns(acts, ids?.tenantId ?? '')
  return (
    <Page title={words.title} lead={words.lead}>
      <Card flush>
        <ListTabs
          label={words.title}
          query="topic"
          names={['all', ...auditTopics]}
          chosen={topic ?? 'all'}
          labels={words.topics}
        />
        <DataTable
          label={words.tableLabel}
          columns={columns}
          list={list}
          items={list.data?.entries}
          itemId={({ auditId }) => auditId}
          filters={[
            {
              name: 'memberId',
              label: words.member,
              options: [
                { value: '', label: words.allMembers },
                ...(list.data?.members ?? []).map((one) => ({ value: one.memberId, label: one.name })),
              ],
            },
          ]}
          empty={<EmptyState icon={<ShieldIcon size={24} />} title={words.empty.title} text={words.empty.text} />}
        />
      </Card>
    </Page>
  )
}

const useColumns = (acts: NamedActs, tenantId: string): readonly Column<AuditEntry>[] => {
  const words = useAuditWords()
  const locale = useLocale()
  return [
    {
      id: 'what',
      header: words.columns.what,
      main: true,
      cell: (entry) => {
        const on = entry.details.find(({ name }) => name === 'on')?.isYes
        const name = actName(acts, entry.operation, on)
        // What its name says stands there once.
        const isSaid = name !== acts[entry.operation]
        const details = isSaid ? entry.details.filter((detail) => detail.name !== 'on') : entry.details
        return (
          <>
            <chakra.span fontWeight="bold">{name?.[locale] ?? words.otherAct}</chakra.span>
            <KeptFields tenantId={tenantId} entry={{ ...entry, details }} />
          </>
        )
      },
    },
    {
      id: 'who',
      header: words.columns.who,
      wrap: true,
      cell: ({ actorName, role }) =>
        // Who of the platform it was is not the club's to know.
        role === 'operator' ? words.roles.operator : words.actor(actorName || words.nobody, words.roles[role] ?? role),
    },
    { id: 'brand', header: words.columns.brand, hideOnPhone: true, cell: ({ brandName }) => brandName },
    { id: 'at', header: words.columns.at, cell: ({ at }) => dateText(at, locale, { short: true, hour: true }) },
  ]
}
