import { chakra } from '@chakra-ui/react'
import { Card, Facts } from '#ui/Card.tsx'
import type { EditedBy } from '#ui/form/state/useStoredForm.ts'
import { DateText } from '#ui/text/DateText.tsx'
import { EditedAt } from '#ui/text/EditedAt.tsx'
import type { AdminPlanContent } from '../contract'
import { AccessButton } from '../explain/AccessButton'
import { ContentBadge } from '../parts'
import { useContentWords } from '../words'

type ContentFactsProps = {
  ids: { tenantId: string; brandId: string }
  content: AdminPlanContent
  canExplain: boolean
  editedBy: EditedBy
}

export const ContentFacts = ({ ids, content, canExplain, editedBy }: ContentFactsProps) => {
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
      {canExplain && content.editedAt !== 0 && (
        <chakra.div mt={4}>
          <AccessButton ids={ids} content={content} />
        </chakra.div>
      )}
    </Card>
  )
}
