import { Card, Facts } from '../../../ui/Card'
import type { EditedBy } from '../../../ui/form/state/useStoredForm'
import { DateText } from '../../../ui/text/DateText'
import { EditedAt } from '../../../ui/text/EditedAt'
import type { AdminPlanContent } from '../contract'
import { ContentBadge } from '../parts'
import { useContentWords } from '../words'

export const ContentFacts = ({ content, editedBy }: { content: AdminPlanContent; editedBy: EditedBy }) => {
  const { panel: words, types, filters } = useContentWords()
  return (
    <Card title={words.state}>
      <Facts
        items={[
          { label: filters.type, value: types[content.type] },
          { label: words.state, value: <ContentBadge content={content} /> },
          ...(content.publishingAt === null
            ? []
            : [{ label: words.publishingAt, value: <DateText at={content.publishingAt} hour /> }]),
          ...(content.editedAt === 0
            ? []
            : [{ label: words.edited, value: <EditedAt at={content.editedAt} by={editedBy} /> }]),
        ]}
      />
    </Card>
  )
}
