import { chakra, defineRecipe } from '@chakra-ui/react'
import { Link } from '../Link'

const recipe = defineRecipe({
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: 2,
    minH: '48px',
    px: 6,
    py: 2,
    w: { base: '100%', md: 'auto' },
    borderRadius: 'full',
    borderWidth: '1px',
    fontSize: 'md',
    fontWeight: 'semibold',
    lineHeight: 1.3,
    textAlign: 'center',
    cursor: 'pointer',
    transition: 'filter .12s, background .12s',
  },
  variants: {
    look: {
      solid: {
        bg: 'var(--brand)',
        borderColor: 'var(--brand)',
        color: 'var(--on-brand)',
        _hover: { filter: 'brightness(.94)' },
      },
      plain: { minH: '44px', borderColor: 'transparent', color: 'var(--brand-text)', _hover: { bg: 'sunken' } },
      outline: { bg: 'surface', borderColor: 'borderStrong', color: 'text', _hover: { bg: 'sunken' } },
    },
    wide: { true: { w: '100%' } },
  },
  defaultVariants: { look: 'solid' },
})

/** The button of the fan-facing site, in the colour of the brand. */
export const BrandButton = chakra('button', recipe, { defaultProps: { type: 'button' } })
export const BrandLink = chakra(Link, recipe)
