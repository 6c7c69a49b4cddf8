import type { SystemContext } from '@chakra-ui/react'
import { type CSSObject, css as serialized } from '@emotion/react'

type Css = SystemContext['css']
type Recipes = SystemContext['cva']
type Recipe = ReturnType<Recipes>
type Kept<Key, Value> = { get: (key: Key) => Value | undefined; set: (key: Key, value: Value) => unknown }

/** Above it the props beside one recipe are some that come and go, such as widths in per cent. */
const mostOfOne = 300

const once =
  <Key, Value>(kept: Kept<Key, Value>, make: (key: Key) => Value) =>
  (key: Key): Value => {
    const before = kept.get(key)
    if (before !== undefined) return before
    const made = make(key)
    kept.set(key, made)
    return made
  }

const none = {}

/**
 * The same system, which remembers what it made. By itself Chakra builds the recipe of each element anew at each render, and looks its
 * styles up by a text of all of them; Emotion then writes the same rules and hashes them again. In a table of 20 rows that took longer than
 * all the rest. What is remembered depends on its arguments only, as before: recipes are defined once, and Chakra gives the same styles
 * for the same variants.
 */
export const remembered = (system: SystemContext): SystemContext => {
  const recipe = once(new WeakMap<object, Recipe>(), (config) => {
    const made = system.cva(config)
    made.merge = once(new WeakMap<Recipe, Recipe>(), made.merge.bind(made)) as typeof made.merge
    return made
  })
  const stylesBeside = once(new WeakMap<object, Map<string, ReturnType<Css>>>(), () => new Map())
  const css: Css = (first, ...others) => {
    const known = stylesBeside(first as object)
    if (known.size > mostOfOne) known.clear()
    // Emotion takes what it has serialized as it is.
    const make = () => serialized(system.css(first, ...others) as CSSObject) as unknown as ReturnType<Css>
    return once(known, make)(JSON.stringify(others))
  }
  return {
    ...system,
    cva: ((config = none) => recipe(config)) as Recipes,
    css,
    isValidProperty: once(new Map<string, boolean>(), system.isValidProperty),
  }
}
