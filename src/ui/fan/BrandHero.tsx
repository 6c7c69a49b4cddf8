import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Avatar } from '../Avatar'
import { Picture } from '../Picture'
import { languageOf } from '../text/languageOf'
import { Wrap } from './FanFrame'

const Cover = chakra('div', {
  base: {
    position: 'relative',
    // Its layers stay under the icon that reaches into it.
    isolation: 'isolate',
    overflow: 'hidden',
    // Same aspect ratio as the crop in the profile form: the whole picture, whatever the window's width.
    aspectRatio: '16 / 5',
    // Or the least height would make it wider than a small phone.
    w: '100%',
    minH: { base: '122px', md: '200px' },
    maxH: '420px',
    bg: 'radial-gradient(120% 140% at 80% 0%, color-mix(in oklab, var(--brand) 45%, white) 0%, var(--brand) 42%, color-mix(in oklab, var(--brand) 45%, black) 100%)',
    // Decorative circles where a brand has no cover yet; a cover is drawn over them.
    _before: {
      content: '""',
      position: 'absolute',
      borderRadius: '50%',
      bg: 'rgb(255 255 255 / .1)',
      boxSize: '420px',
      right: '-60px',
      top: '-180px',
    },
    _after: {
      content: '""',
      position: 'absolute',
      borderRadius: '50%',
      bg: 'rgb(255 255 255 / .1)',
      boxSize: '220px',
      right: '260px',
      top: '120px',
    },
    '& img': { zIndex: 1 },
  },
})

const Icon = chakra('div', {
  base: {
    flex: 'none',
    overflow: 'hidden',
    w: { base: '88px', md: '116px' },
    h: { base: '88px', md: '116px' },
    borderRadius: { base: '26px', md: '32px' },
    borderWidth: '5px',
    borderColor: 'surface',
    bg: 'surface',
    boxShadow: 'card',
    '& > *': { width: '100% !important', height: '100% !important', borderRadius: { base: '21px', md: '27px' } },
  },
})

type BrandHeroProps = {
  name: string
  cover?: string | null
  icon?: string | null
  /** One line under the name: who, how many members. */
  caption?: ReactNode
  lead?: string
  /** The way to join, with the price. */
  action?: ReactNode
}

/** Cover, icon and name of a brand; the cover keeps its height, so that nothing jumps when it arrives. */
export const BrandHero = ({ name, cover, icon, caption, lead, action }: BrandHeroProps) => (
  <>
    <Cover>
      {cover && (
        <Picture
          src={cover}
          loading="eager"
          fetchPriority="high"
          decoding="sync"
          w="100%"
          h="100%"
          position="absolute"
          inset={0}
        />
      )}
    </Cover>
    <Wrap>
      <chakra.div
        display="flex"
        flexWrap={{ base: 'wrap', md: 'nowrap' }}
        alignItems="flex-end"
        columnGap={{ base: 3.5, md: 5 }}
        rowGap={3}
        mt={{ base: '-40px', md: '-52px' }}
        position="relative"
      >
        <Icon>
          {icon ? (
            <Picture src={icon} sizes="116px" loading="eager" />
          ) : (
            <Avatar name={name} size={106} shape="square" tint="brand" />
          )}
        </Icon>
        <chakra.div flex="1" minW="0" pt={{ base: '44px', md: 0 }}>
          <chakra.h1 lang={languageOf(name)} fontSize={{ base: '1.4375rem', md: '3xl' }}>
            {name}
          </chakra.h1>
          {caption && (
            <chakra.p
              color="muted"
              fontSize="0.875rem"
              lineHeight="1.5"
              fontVariantNumeric="tabular-nums"
              wordBreak="auto-phrase"
            >
              {caption}
            </chakra.p>
          )}
        </chakra.div>
        {action && <chakra.div w={{ base: '100%', md: 'auto' }}>{action}</chakra.div>}
      </chakra.div>
      {lead && (
        <chakra.p lang={languageOf(lead)} maxW="640px" mt={4.5} whiteSpace="pre-line">
          {lead}
        </chakra.p>
      )}
    </Wrap>
  </>
)
