import { chakra } from '@chakra-ui/react'
import { type ReactNode, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Card, Facts } from '#ui/Card.tsx'
import type { EditedBy } from '#ui/form/state/useStoredForm.ts'
import { DateText } from '#ui/text/DateText.tsx'
import { EditedAt } from '#ui/text/EditedAt.tsx'
import type { AdminPlanContent } from '../contract'
import { ContentBadge } from '../parts'
import { useContentWords } from '../words'

/** Renders the check of who can read a content; undefined for roles that may not use it. */
export type AccessCheck =
  | ((
      ids: { tenantId: string; brandId: string },
      content: { planContentId: string; name: string },
      onClose: () => void,
    ) => ReactNode)
  | undefined

type ContentFactsProps = {
  ids: { tenantId: string; brandId: string }
  content: AdminPlanContent
  access: AccessCheck
  editedBy: EditedBy
}

export const ContentFacts = ({ ids, content, access, editedBy }: ContentFactsProps) => {
  const { panel: words, types, filters } = useContentWords()
  const [isChecking, setChecking] = useState(false)
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
      {access && content.editedAt !== 0 && (
        <chakra.div mt={4}>
          <Button onClick={() => setChecking(true)}>{words.checkAccess}</Button>
          {isChecking && access(ids, content, () => setChecking(false))}
        </chakra.div>
      )}
    </Card>
  )
}
