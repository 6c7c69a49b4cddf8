import { chakra } from '@chakra-ui/react'
import { Picture } from './Picture'

const Frame = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    flex: 'none',
    overflow: 'hidden',
    fontWeight: 'bold',
    lineHeight: 1,
    userSelect: 'none',
    '& img': { w: '100%', h: '100%', objectFit: 'cover' },
  },
  variants: { shape: { round: { borderRadius: 'full' }, square: { borderRadius: '26%' } } },
})

// Pairs of ground and ink, each at least 4.5:1; the same name always gets the same pair.
const inks = [
  ['#d9cff7', '#38277f'],
  ['#cde8ef', '#17475a'],
  ['#f7dcc9', '#6b3410'],
  ['#d5ead2', '#235227'],
  ['#f6d3e0', '#6f1d43'],
  ['#f3e6b8', '#574407'],
] as const
const inkOf = (name: string) => {
  let sum = 0
  for (const character of name) sum += character.codePointAt(0) ?? 0
  return inks[sum % inks.length] ?? inks[0]
}

type AvatarProps = {
  name: string
  src?: string
  size?: number
  shape?: 'round' | 'square'
  /** Uses the accent colour of the page's brand. */
  tint?: 'brand'
}

/** A picture, or the first character of the name on a colour derived from it. Decorative: the name is beside it. */
export const Avatar = ({ name, src, size = 36, shape = 'round', tint }: AvatarProps) => {
  const [ground, ink] = tint === 'brand' ? ['var(--brand-subtle)', 'var(--brand-text)'] : inkOf(name)
  return (
    <Frame
      shape={shape}
      aria-hidden
      style={{ width: size, height: size, fontSize: Math.round(size * 0.38), background: ground, color: ink }}
    >
      {src ? (
        <Picture src={src} alt="" width={size} height={size} loading="lazy" />
      ) : (
        [...name.trim()][0]?.toUpperCase()
      )}
    </Frame>
  )
}
