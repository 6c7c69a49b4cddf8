import { chakra } from '@chakra-ui/react'
import { routes } from '#client/routes.ts'
import { BrandLink } from '#ui/fan/BrandButton.tsx'
import { Wrap } from '#ui/fan/FanFrame.tsx'
import { FanSection } from '#ui/fan/FanSection.tsx'
import { Link } from '#ui/Link.tsx'
import { Picture } from '#ui/Picture.tsx'
import type { PlanContentItem } from '../public/contract'
import { useFanContentWords } from './words'

type Props = { brandSlug: string; contents: readonly Pick<PlanContentItem, 'planContentId' | 'name' | 'thumbnail'>[] }

/** Where to go on at the end of a content. What a fan may see of them their own pages say: this is the same for everybody. */
export const MoreContents = ({ brandSlug, contents }: Props) => {
  const words = useFanContentWords()
  return (
    <Wrap pb={10} maxW="760px">
      <FanSection title={words.more} mt={12} all={{ href: routes.fanContents({ brandSlug }), label: words.seeAll }}>
        <chakra.ul display="grid" gap={4} gridTemplateColumns={{ md: 'repeat(3, minmax(0, 1fr))' }}>
          {contents.map(({ planContentId, name, thumbnail }) => (
            <li key={planContentId}>
              <Link href={routes.fanContent({ brandSlug, planContentId })}>
                <chakra.span
                  display="grid"
                  gap={{ base: 3, md: 2 }}
                  alignItems="center"
                  gridTemplateColumns={{ base: '2fr 3fr', md: 'minmax(0, 1fr)' }}
                  fontSize="0.875rem"
                  fontWeight="semibold"
                  lineHeight="1.5"
                >
                  <chakra.span aspectRatio="16 / 9" borderRadius="m" overflow="hidden" bg="sunken">
                    {thumbnail && <Picture src={thumbnail} sizes="240px" alt="" w="100%" h="100%" />}
                  </chakra.span>
                  {name}
                </chakra.span>
              </Link>
            </li>
          ))}
        </chakra.ul>
      </FanSection>
      <chakra.div mt={7}>
        <BrandLink wide href={routes.fanPlans({ brandSlug })}>
          {words.seePlans}
        </BrandLink>
      </chakra.div>
    </Wrap>
  )
}
