/**
 * In place of `@emotion/is-prop-valid` (next.config.js), whose list of all attributes of HTML every page would load: which of the
 * properties that are no style reach the element. The compiler refuses what is no attribute; these are Chakra's own.
 */
const chakras = new Set(['as', 'asChild', 'unstyled', 'recipe', 'theme'])

const isPropValid = (name: string): boolean => !chakras.has(name)
export default isPropValid
