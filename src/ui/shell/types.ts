import type { ComponentType, ReactNode } from 'react'

export type ShellLink = {
  label: string
  href: string
  icon?: ReactNode /** The pages under it belong to it, too. */
  deep?: boolean
}

/** `key` names the group in what the browser remembers. Without links the group is shown as not available. */
export type ShellGroup = { key: string; label: string; icon: ReactNode; links: readonly ShellLink[] }

export type ShellBrand = { key: string; name: string; club: string; picture?: string; href: string }

/**
 * `titled`: the page sets its own title, such as a plan's name; `backed`: the page above it does. Until then the
 * label is shown.
 */
export type Crumb = { label: string; href?: string; titled?: boolean; backed?: boolean }

/** Results under one heading; `actions` are further actions on one result. */
export type Found = { key: string; label: string; note?: string; href: string; actions?: readonly ShellLink[] }
export type FoundGroup = { key: string; label: string; items: readonly Found[] }

/** Whether what has this label is also called by that word, as by its reading. */
export type IsRead = (label: string, word: string) => boolean

/** Hands what it finds to `children`. */
export type Finder = ComponentType<{
  q: string
  children: (groups: readonly FoundGroup[], isRead: IsRead) => ReactNode
}>

export type ShellUser = { name: string; email: string; picture?: string }

export type ShellCommand = { label: string; group?: string; onSelect: () => void }

/** The contents of the frame; it depends on no feature. */
export type ShellProps = {
  brands: readonly ShellBrand[]
  /** The key of the brand that the current page belongs to. */
  brand?: string
  /** Names what one is in on pages outside a brand: the club. */
  place?: string
  /** Why groups without links are not available here. */
  unavailable?: string
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
  /** Brings what finds things by name for the command palette, when somebody opens it. */
  loadFinder?: () => Promise<Finder>
  /** The help of this page; it opens beside it. */
  help?: { label: string; href: string }
  /** Beside the account: what is new. */
  bell?: ReactNode
  /** At the lower edge of every page: work that goes on meanwhile. */
  tray?: ReactNode
  /** What everybody in the portal has to know now, above every page. */
  notice?: string
  onSignOut: () => void
  children: ReactNode
}
