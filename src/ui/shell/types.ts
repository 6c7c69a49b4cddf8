import type { ReactNode } from 'react'

export type ShellLink = {
  label: string
  href: string
  icon?: ReactNode /** The pages under it belong to it, too. */
  deep?: boolean
}

/** `key` names the group in what the browser remembers. Without links the group has no expander. */
export type ShellGroup = { key: string; label: string; icon: ReactNode; links: readonly ShellLink[] }

export type ShellBrand = { key: string; name: string; club: string; picture?: string; href: string }

export type Crumb = { label: string; href?: string }

export type ShellUser = { name: string; email: string; picture?: string }

export type ShellCommand = { label: string; group?: string; onSelect: () => void }

/** All that the frame shows; it knows no noun of the business. */
export type ShellProps = {
  brands: readonly ShellBrand[]
  /** The key of the brand that the current page belongs to. */
  brand?: string
  /** Under the brands in the switcher: all clubs, opening another one. */
  brandLinks?: readonly ShellLink[]
  /** Above the groups. */
  links: readonly ShellLink[]
  groups: readonly ShellGroup[]
  /** Help, terms. */
  footer?: readonly ShellLink[]
  breadcrumb: readonly Crumb[]
  user: ShellUser
  accountLinks?: readonly ShellLink[]
  /** More entries of the command palette, as "Make a plan". */
  commands?: readonly ShellCommand[]
  onSignOut: () => void
  children: ReactNode
}
