import type { ReactNode } from 'react'
import { EmptyState } from '../faces/EmptyState'

type EmptyListProps = {
  words: { title: string; text: string; filtered: string; filteredText: string }
  /** Whether there are rows, but none behind the chosen tab or filter. */
  filtered: boolean | undefined
  icon: ReactNode
  action?: ReactNode
}

/** A list without rows: what it is for and the next step, or that it is only the filter. */
export const EmptyList = ({ words, filtered, icon, action }: EmptyListProps) =>
  filtered ? (
    <EmptyState title={words.filtered} text={words.filteredText} />
  ) : (
    <EmptyState icon={icon} title={words.title} text={words.text} action={action} />
  )
