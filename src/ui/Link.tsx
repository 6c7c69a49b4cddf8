import NextLink from 'next/link'
import type { ComponentProps, ReactNode } from 'react'
import { ExternalIcon } from './look/icons'
import { useUiWords } from './words'

/** Prefetches on hover or touch only: by default Next fetches every page whose link is on the screen. */
export const Link = (props: ComponentProps<typeof NextLink>) => <NextLink prefetch={false} {...props} />

type SiteLinkProps = { href: string; className?: string; children: ReactNode }

/** A URL that may be on another site: those open in a new tab, with a label that says so; our own pages do not. */
export const SiteLink = ({ href, className, children }: SiteLinkProps) => {
  const words = useUiWords()
  if (href.startsWith('/') && !href.startsWith('//')) {
    return (
      <Link href={href} className={className}>
        {children}
      </Link>
    )
  }
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={className} title={words.newTab}>
      {children}
      <span style={{ display: 'inline-block', verticalAlign: '-2px', marginInlineStart: 4 }}>
        <ExternalIcon size={13} label={words.newTab} />
      </span>
    </a>
  )
}
