import { chakra } from '@chakra-ui/react'
import { usePortalWords } from '../portalWords'
import type { AutosaveState } from './state/useAutosave'

/** Beside the title of a draft: whether what was typed is stored. */
export const AutosaveText = ({ state, isDirty }: { state: AutosaveState; isDirty: boolean }) => {
  const words = usePortalWords()
  const says =
    state === 'failed'
      ? words.notSaved
      : state === 'saving' || isDirty
        ? words.saving
        : state === 'saved'
          ? words.savedDraft
          : ''
  return (
    <chakra.span role="status" fontSize="sm" color={state === 'failed' ? 'bad' : 'muted'}>
      {says}
    </chakra.span>
  )
}
