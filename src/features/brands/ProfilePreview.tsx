import { chakra } from '@chakra-ui/react'
import { accentOf } from '../../kit/color'
import { Avatar } from '../../ui/Avatar'
import { Card } from '../../ui/Card'
import { Picture } from '../../ui/Picture'
import type { ProfileValues } from './ProfileScreen'
import { useBrandWords } from './words'

/** The head of the fan page while it is written, in the colour that it will really have. */
export const ProfilePreview = ({ values }: { values: ProfileValues }) => {
  const { profile: words } = useBrandWords()
  const { light } = accentOf(values.accentColor)
  return (
    <Card title={words.preview}>
      <chakra.div borderWidth="1px" borderColor="border" borderRadius="l" overflow="hidden">
        <chakra.div h="88px" style={{ background: light.accent }}>
          {values.brandThumbnail && <Picture src={values.brandThumbnail} sizes="360px" alt="" w="100%" h="100%" />}
        </chakra.div>
        <chakra.div px={4} pb={4} mt="-24px" display="grid" gap={2.5} position="relative">
          <chakra.span
            borderWidth="3px"
            borderColor="surface"
            borderRadius="18px"
            w="fit-content"
            bg="surface"
            overflow="hidden"
          >
            <Avatar name={values.name} src={values.brandIcon} size={56} shape="square" />
          </chakra.span>
          <chakra.p fontWeight="bold" fontSize="17px" lineHeight="1.4" overflowWrap="anywhere">
            {values.name}
          </chakra.p>
          <chakra.p color="muted" fontSize="sm" whiteSpace="pre-line" overflowWrap="anywhere" lineClamp={5}>
            {values.description}
          </chakra.p>
          <chakra.span
            justifySelf="start"
            px={4}
            py={1.5}
            borderRadius="full"
            fontSize="sm"
            fontWeight="semibold"
            style={{ background: light.accent, color: light.onAccent }}
          >
            {words.previewButton}
          </chakra.span>
        </chakra.div>
      </chakra.div>
    </Card>
  )
}
