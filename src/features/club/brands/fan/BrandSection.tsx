import { chakra } from '@chakra-ui/react'
import type { ComponentProps, ReactNode } from 'react'
import { Wrap } from '#ui/fan/FanFrame.tsx'
import type { BrandProfile } from '../contract'
import { BrandTabs } from './BrandTabs'
import { FanBrandFrame } from './FanBrandFrame'

type BrandSectionProps = {
  brand: BrandProfile
  current: ComponentProps<typeof BrandTabs>['current']
  title: string
  /** Meta description for search engines. */
  description: string
  lead: string
  children: ReactNode
}

/** One of a brand's pages, under its name and the tabs that lead to the others. */
export const BrandSection = ({ brand, current, title, description, lead, children }: BrandSectionProps) => (
  <FanBrandFrame brand={brand} title={`${title} — ${brand.name}`} description={description}>
    <Wrap pt={{ base: 5, md: 8 }}>
      <chakra.h1 fontSize={{ base: '1.5rem', md: '3xl' }}>{title}</chakra.h1>
      <chakra.p color="muted" mt={1}>
        {lead}
      </chakra.p>
      <BrandTabs brandSlug={brand.brandSlug} current={current} />
      {children}
    </Wrap>
  </FanBrandFrame>
)
