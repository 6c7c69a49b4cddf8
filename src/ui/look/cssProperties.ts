/*
 * In place of `@pandacss/is-valid-prop` (next.config.js), whose list of all properties of CSS every page would load: those that our screens
 * write beside the ones of utilities.ts. tests/program/utilities.test.ts finds one that is missing or not used any more.
 */
const names =
  'WebkitLineClamp alignContent alignItems alignSelf animation animationDuration animationIterationCount appearance ' +
  'aspectRatio backdropFilter border borderBottomWidth borderCollapse borderInlineStart borderLeftWidth borderRightWidth ' +
  'borderStyle borderTop borderTopWidth borderWidth clear clip clipPath colorScheme columns contain container content ' +
  'cursor direction display fieldSizing filter flex flexDirection flexShrink flexWrap float fontFeatureSettings fontStyle ' +
  'fontVariantNumeric grid gridColumn gridColumnStart gridRow gridTemplateColumns isolation justifyContent justifyItems ' +
  'justifySelf letterSpacing lineHeight listStyle listStyleType objectFit offset opacity order outline outlineOffset ' +
  'overflow overflowAnchor overflowWrap overflowX overflowY overscrollBehavior paddingInlineStart placeContent placeItems ' +
  'pointerEvents position resize scrollSnapAlign scrollSnapType scrollbarWidth shapeRendering strokeLinecap ' +
  'strokeLinejoin strokeWidth tableLayout textAlign textDecoration textOverflow textUnderlineOffset textWrap transform ' +
  'transformOrigin transition transitionDuration userSelect verticalAlign visibility whiteSpace wordBreak zoom'
const properties = new Set(names.split(' '))

/** Whether it is written as a style: a property of CSS, a variable, or a selector. */
export const isCssProperty = (name: string): boolean =>
  properties.has(name) || name.startsWith('--') || /[&@]/.test(name)

export const cssProperties: ReadonlySet<string> = properties
