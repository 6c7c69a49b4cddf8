import { chakra } from '@chakra-ui/react'
import type { EditedBy } from '../form/state/useStoredForm'
import { usePortalWords } from '../portalWords'
import { DateText } from './DateText'

/** Time of the last save, and the editor if known. */
export const EditedAt = ({ at, by }: { at: number; by: EditedBy }) => {
  const words = usePortalWords()
  return (
    <>
      <DateText at={at} hour />
      {by && (
        <chakra.span display="block" color="muted" fontSize="sm">
          {by.isMe ? words.byMe : by.name}
        </chakra.span>
      )}
    </>
  )
}
