import { chakra } from '@chakra-ui/react'
import { BrandButton } from '#ui/fan/BrandButton.tsx'
import { BrandHero } from '#ui/fan/BrandHero.tsx'
import { Wrap } from '#ui/fan/FanFrame.tsx'
import { FanPreview } from '#ui/fan/FanPreview.tsx'
import { Picture } from '#ui/Picture.tsx'
import type { Pinnable, PinnableOfBrand } from './PageOrder'
import { partsInOrder } from './pageParts'
import type { ProfileValues } from './read'
import { useBrandWords } from './words'

/** Live preview of the fan page's head, and of what stands below it in which order. */
export const ProfilePreview = ({ values, pinnable }: { values: ProfileValues; pinnable: PinnableOfBrand }) => {
  const { profile: words, page } = useBrandWords()
  const pinned = (ids: readonly string[], known: Pinnable) =>
    ids.flatMap((id) => known?.find((one) => one.id === id) ?? [])
  const first = {
    contents: pinned(values.pinnedContents, pinnable.contents),
    goods: pinned(values.pinnedGoods, pinnable.goods),
  }
  return (
    <FanPreview title={words.preview} accent={values.accentColor}>
      <chakra.div pb={6}>
        <BrandHero
          name={values.name}
          cover={values.brandThumbnail}
          icon={values.brandIcon}
          lead={values.description}
          action={<BrandButton>{words.previewButton}</BrandButton>}
        />
        <Wrap>
          {partsInOrder(values.pageParts).map((part) => (
            <chakra.section key={part} mt={5}>
              <chakra.h2 fontSize="lg" mb={2}>
                {page.names[part]}
              </chakra.h2>
              <chakra.ul display="grid" gridTemplateColumns="repeat(3, minmax(0, 1fr))" gap={3}>
                {part === 'contents' || part === 'goods'
                  ? Array.from({ length: 3 }, (_, n) => (
                      <Place key={first[part][n]?.id ?? `place ${n}`} of={first[part][n]} square={part === 'goods'} />
                    ))
                  : null}
              </chakra.ul>
              {part !== 'contents' && part !== 'goods' && <chakra.div h="44px" borderRadius="l" bg="sunken" />}
            </chakra.section>
          ))}
        </Wrap>
      </chakra.div>
    </FanPreview>
  )
}

/** A pinned content or goods, or the place of a newest one. */
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
