import { defineConfig } from '@chakra-ui/react'

/*
 * The style properties and states that our screens use, in place of Chakra's `defaultBaseConfig`, whose others would be
 * loaded by every page. Any other property of CSS can be written as well, with values of CSS; where its values are to be
 * tokens it gets a place here (tests/program/utilities.test.ts finds one that is missing).
 */

/** By the tokens that are their values; a short name stands after the colon. */
const byTokens = {
  spacing:
    'gap rowGap columnGap inset insetInline:insetX insetInlineStart top right bottom left scrollMarginTop scrollPaddingTop ' +
    'margin:m marginBlock:my marginInline:mx marginTop:mt marginRight:mr marginBottom:mb marginLeft:ml marginInlineStart ' +
    'padding:p paddingBlock:py paddingInline:px paddingTop:pt paddingRight:pr paddingBottom:pb paddingLeft:pl',
  sizes: 'width:w height:h minWidth:minW minHeight:minH maxWidth:maxW maxHeight:maxH flexBasis',
  radii: 'borderRadius',
  fonts: 'fontFamily',
  fontSizes: 'fontSize',
  fontWeights: 'fontWeight',
  zIndex: 'zIndex',
  shadows: 'boxShadow:shadow',
  colors:
    'background:bg backgroundColor color borderColor borderRightColor outlineColor textDecorationColor accentColor fill stroke',
}

type Utility = { values?: string; shorthand?: string[]; transform?: (value: unknown) => object }
const utilities: Record<string, Utility> = {
  boxSize: { values: 'sizes', transform: (value) => ({ width: value, height: value }) },
  lineClamp: {
    transform: (value) =>
      value === 'none'
        ? { WebkitLineClamp: 'unset' }
        : {
            overflow: 'hidden',
            display: '-webkit-box',
            WebkitLineClamp: value,
            WebkitBoxOrient: 'vertical',
            textWrap: 'wrap',
          },
  },
  truncate: {
    transform: (yes) => (yes ? { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } : {}),
  },
  srOnly: {
    transform: (yes) =>
      yes
        ? {
            position: 'absolute',
            width: '1px',
            height: '1px',
            padding: '0',
            margin: '-1px',
            overflow: 'hidden',
            clip: 'rect(0, 0, 0, 0)',
            whiteSpace: 'nowrap',
            borderWidth: '0',
          }
        : {},
  },
}
for (const [values, names] of Object.entries(byTokens))
  for (const name of names.split(' ')) {
    const [property = '', short] = name.split(':')
    utilities[property] = { values, ...(short && { shorthand: [short] }) }
  }

export const base = defineConfig({
  utilities: utilities as NonNullable<Parameters<typeof defineConfig>[0]['utilities']>,
  conditions: {
    hover: ['@media (hover: hover)', '&:is(:hover, [data-hover]):not(:disabled, [data-disabled])'],
    focusVisible: '&:is(:focus-visible, [data-focus-visible])',
    checked: '&:is(:checked, [data-checked], [aria-checked=true], [data-state=checked])',
    empty: '&:is(:empty, [data-empty])',
    before: '&::before',
    after: '&::after',
    placeholder: '&::placeholder, &[data-placeholder]',
    first: '&:first-of-type',
    last: '&:last-of-type',
  },
})
