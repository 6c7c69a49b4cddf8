import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { routes } from '#client/routes.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Card } from '#ui/Card.tsx'
import { Link } from '#ui/Link.tsx'

export type BrandOfHome = { slug: string; name: string; icon: string }

export const Rows = chakra('ul', {
  base: {
    listStyleType: 'none',
    '& > li': {
      display: 'flex',
      gap: 3,
      alignItems: 'center',
      px: { base: 4, md: 5 },
      py: 3.5,
      borderTopWidth: '1px',
      borderColor: 'border',
    },
  },
})

/** A part of the home: its title, the way to all of its kind, and rows. */
export const Part = ({
  id,
  title,
  all,
  children,
}: {
  id?: string
  title: string
  all?: { href: string; label: string }
  children: ReactNode
}) => (
  <chakra.div id={id} scrollMarginTop="16px">
    <Card
      flush
      title={title}
      action={
        all && (
          <chakra.span fontSize="0.875rem" color="accentText" fontWeight="semibold" flex="none">
            <Link href={all.href}>{all.label}</Link>
          </chakra.span>
        )
      }
    >
      {children}
    </Card>
  </chakra.div>
)

/** Icon and name of a brand, which lead to it. */
export const BrandLink = ({ brand }: { brand: BrandOfHome }) => (
  <chakra.span
    display="inline-flex"
    maxW="100%"
    fontSize="sm"
    color="muted"
    css={{
      '& a': { display: 'inline-flex', alignItems: 'center', gap: 1.5, minW: 0, minH: '28px' },
      '& a:hover': { color: 'text' },
    }}
  >
    <Link href={routes.fanBrand({ brandSlug: brand.slug })}>
      <Avatar name={brand.name} src={brand.icon} size={20} shape="square" />
      <chakra.span truncate>{brand.name}</chakra.span>
    </Link>
  </chakra.span>
)

/** A name that leads to the thing, over as many lines as it needs. */
export const Name = chakra('p', {
  base: {
    fontWeight: 'semibold',
    fontSize: '0.9375rem',
    lineHeight: 1.5,
    overflowWrap: 'anywhere',
    wordBreak: 'auto-phrase',
    '& a:hover': { textDecoration: 'underline' },
  },
})
export const Small = chakra('p', { base: { fontSize: 'sm', color: 'muted', overflowWrap: 'anywhere' } })
