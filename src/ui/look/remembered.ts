import type { SystemContext } from '@chakra-ui/react'
import { type CSSObject, css as serialized } from '@emotion/react'

type Css = SystemContext['css']
type Recipes = SystemContext['cva']
type Recipe = ReturnType<Recipes>

/** Above it the props of one recipe are some that come and go, such as widths in per cent. */
const mostOfOne = 300

/** By identity: recipes are defined once, and Chakra gives the same styles for the same variants. */
const byIdentity = <Key extends object, Value>(make: (key: Key) => Value) => {
  const known = new WeakMap<Key, Value>()
  return (key: Key): Value => {
    const before = known.get(key)
    if (before !== undefined) return before
    const made = make(key)
    known.set(key, made)
    return made
  }
}

const none = {}

/**
 * The same system, which remembers what it made. By itself Chakra builds the recipe of each element anew at each render, and looks its
 * styles up by a text of all of them; Emotion then writes the same rules and hashes them again. In a table of 20 rows that took longer than
 * all the rest. What is remembered depends on its arguments only, as before.
 */
export const remembered = (system: SystemContext): SystemContext => {
  const recipe = byIdentity((config: object): Recipe => {
    const made = system.cva(config)
    const { merge } = made
    const merged = byIdentity((other: Recipe) => merge.call(made, other))
    return Object.assign(made, { merge: merged })
  })
  const stylesBeside = byIdentity((_: object) => new Map<string, ReturnType<Css>>())
  const css: Css = (first, ...others) => {
    if (typeof first !== 'object' || first === null) return system.css(first, ...others)
    const known = stylesBeside(first)
    const key = JSON.stringify(others)
    const before = known.get(key)
    if (before !== undefined) return before
    if (known.size >= mostOfOne) known.clear()
    // Emotion takes what it has serialized as it is.
    const made = serialized(system.css(first, ...others) as CSSObject) as unknown as ReturnType<Css>
    known.set(key, made)
    return made
  }
  const isStyle = new Map<string, boolean>()
  const isValidProperty = (prop: string): boolean => {
    const before = isStyle.get(prop)
    if (before !== undefined) return before
    const is = system.isValidProperty(prop)
    isStyle.set(prop, is)
    return is
  }
  return { ...system, cva: ((config = none) => recipe(config)) as Recipes, css, isValidProperty }
}
