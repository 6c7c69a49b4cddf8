import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Link } from '../Link'

type Props = { title: string; mt: number; all?: { href: string; label: string } | null; children: ReactNode }

/** A part of a brand's page, with the way to all of its kind where there is more than it shows. */
export const FanSection = ({ title, mt, all, children }: Props) => (
  <chakra.section aria-label={title}>
    <chakra.div display="flex" alignItems="baseline" justifyContent="space-between" mt={mt} mb={4}>
      <chakra.h2 fontSize="xl">{title}</chakra.h2>
      {all && (
        <chakra.span color="var(--brand-text)" fontSize="0.875rem" fontWeight="semibold">
          <Link href={all.href}>{all.label}</Link>
        </chakra.span>
      )}
    </chakra.div>
    {children}
  </chakra.section>
)
