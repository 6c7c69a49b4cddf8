import { chakra } from '@chakra-ui/react'
import { memo } from 'react'
import { BrandButton } from '#ui/fan/BrandButton.tsx'
import { BrandHero } from '#ui/fan/BrandHero.tsx'
import { Wrap } from '#ui/fan/FanFrame.tsx'
import { FanPreview } from '#ui/fan/FanPreview.tsx'
import { Picture } from '#ui/Picture.tsx'
import { leadOf, restOf } from './lead'
import type { Pinnable, PinnableOfBrand } from './PageOrder'
import { partsInOrder } from './pageParts'
import type { ProfileValues } from './read'
import { useBrandWords } from './words'

const shownOfEach = 3
/** What stands first in a part: what is pinned, then the newest. */
const firstOf = (ids: readonly string[], known: Pinnable) => {
  const pinned = ids.flatMap((id) => known?.find((one) => one.id === id) ?? [])
  return [...pinned, ...(known ?? []).filter(({ id }) => !ids.includes(id))].slice(0, shownOfEach)
}

type PreviewProps = { values: ProfileValues; pinnable: PinnableOfBrand }

/** Live preview of the fan page's head, and of what stands below it in which order. */
const Preview = ({ values, pinnable }: PreviewProps) => {
  const { profile: words, page } = useBrandWords()
  const first = {
    contents: firstOf(values.pinnedContents, pinnable.contents),
    goods: firstOf(values.pinnedGoods, pinnable.goods),
  }
  const more = restOf(values.description)
  return (
    <FanPreview title={words.preview} accent={values.accentColor}>
      <chakra.div pb={6}>
        <BrandHero
          name={values.name}
          cover={values.brandThumbnail}
          icon={values.brandIcon}
          lead={leadOf(values.description)}
          action={<BrandButton>{words.previewButton}</BrandButton>}
        />
        <Wrap>
          {partsInOrder(values.pageParts).map((part) => (
            <chakra.section key={part} mt={5}>
              <chakra.h2 fontSize="lg" mb={2}>
                {page.names[part]}
              </chakra.h2>
              {part === 'contents' || part === 'goods' ? (
                <chakra.ul
                  display="grid"
                  gridTemplateColumns={`repeat(${shownOfEach}, minmax(0, 1fr))`}
                  gap={3}
                  data-part={part}
                >
                  {Array.from({ length: shownOfEach }, (_, n) => (
                    <Place key={first[part][n]?.id ?? `place ${n}`} of={first[part][n]} square={part === 'goods'} />
                  ))}
                </chakra.ul>
              ) : part === 'about' && more ? (
                <chakra.p whiteSpace="pre-line" overflowWrap="anywhere">
                  {more}
                </chakra.p>
              ) : (
                <chakra.div h="44px" borderRadius="l" bg="sunken" />
              )}
            </chakra.section>
          ))}
        </Wrap>
      </chakra.div>
    </FanPreview>
  )
}

/** A form gives its values anew at each render: of a save alone that is five times. */
export const ProfilePreview = memo(
  Preview,
  (before, now) =>
    before.pinnable.contents === now.pinnable.contents &&
    before.pinnable.goods === now.pinnable.goods &&
    JSON.stringify(before.values) === JSON.stringify(now.values),
)

/** A content or goods, or its place while there is none. */
const Place = ({ of, square }: { of: { name: string; thumbnail: string } | undefined; square: boolean }) => (
  <chakra.li minW={0}>
    <chakra.div aspectRatio={square ? '1' : '16 / 9'} borderRadius="m" overflow="hidden" bg="sunken">
      {of?.thumbnail && <Picture src={of.thumbnail} sizes="110px" w="100%" h="100%" />}
    </chakra.div>
    {of && (
      <chakra.p fontSize="0.75rem" mt={1} lineClamp={2} overflowWrap="anywhere">
        {of.name}
      </chakra.p>
    )}
  </chakra.li>
)
