import { chakra } from '@chakra-ui/react'
import { BrandButton } from '#ui/fan/BrandButton.tsx'
import { BrandHero } from '#ui/fan/BrandHero.tsx'
import { FanPreview } from '#ui/fan/FanPreview.tsx'
import type { ProfileValues } from './read'
import { useBrandWords } from './words'

/** Live preview of the fan page's head. */
export const ProfilePreview = ({ values }: { values: ProfileValues }) => {
  const { profile: words } = useBrandWords()
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
      </chakra.div>
    </FanPreview>
  )
}
