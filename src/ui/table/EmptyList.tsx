import type { ReactNode } from 'react'
import { EmptyState } from '../faces/EmptyState'

type EmptyListProps = {
  words: { title: string; text: string; filtered: string; filteredText: string }
  /** Whether the list may be empty only because of a tab, filter or search. */
  filtered: boolean | undefined
  icon: ReactNode
  action?: ReactNode
}

/** A list without rows: its purpose and the next step, or a note that nothing matches the filter. */
export const EmptyList = ({ words, filtered, icon, action }: EmptyListProps) =>
  filtered ? (
    <EmptyState title={words.filtered} text={words.filteredText} />
  ) : (
    <EmptyState icon={icon} title={words.title} text={words.text} action={action} />
  )
