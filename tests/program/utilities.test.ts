import { globSync, readFileSync } from 'node:fs'
import { createSystem, defaultBaseConfig, type SystemStyleObject } from '@chakra-ui/react'
import { describe, expect, test } from 'vitest'
import { cssProperties } from '#ui/look/cssProperties.ts'
import { themeConfig } from '#ui/look/theme.ts'
import { base } from '#ui/look/utilities.ts'

/*
 * Our own list of style properties makes of what the screens write what Chakra's complete one would make of it.
 */
const ours = createSystem(base, themeConfig)
const complete = createSystem(defaultBaseConfig, themeConfig)
const known = new Set([...complete.utility.keys(), ...complete.conditions.keys()])

/** Names in the place of a property, which are properties of CSS. */
const plain = new Set<string>()
/** Attributes of shapes and other names, which no screen writes as a style. */
const others = new Set(['css', 'd', 'r', 'x', 'y', 'page', 'all', 'pos', 'ring'])
const isOfCss = (name: string) => complete.isValidProperty(name) && !complete.conditions.has(name) && !others.has(name)

type Value = string | number | boolean
/** Values by property: the literals between a name in the place of a property and the next such name. */
const written = new Map<string, Set<Value>>()
const sources = [...globSync('src/**/*.tsx'), ...globSync('src/ui/**/*.ts')]
for (const path of sources) {
  const parts = readFileSync(path, 'utf8').split(/(?<=[\s{(,])(_?[a-zA-Z]+)(?==|:|\?:|[\s/]*[\n>])/)
  for (let n = 1; n < parts.length; n += 2) {
    const [name = '', text = ''] = parts.slice(n, n + 2)
    if (isOfCss(name)) plain.add(name)
    // A place in the editor's text is called so, too.
    if (path.endsWith('theme.ts') || !known.has(name) || name === 'pos') continue
    const values = written.get(name) ?? new Set<Value>([true])
    for (const [, literal = ''] of text.matchAll(/["'`]([^"'`$\n]*)["'`]/g)) values.add(literal)
    for (const [number] of text.matchAll(/(?<![\w.'"#-])-?\d*\.?\d+(?![\w%'"])/g)) values.add(Number(number))
    written.set(name, values)
  }
}
const used = [...written].filter(([name]) => !name.startsWith('_'))
const states = [...written.keys()].filter((name) => name.startsWith('_'))
/** Without the variable in which Chakra's list keeps each background for `currentBg`, which no screen writes. */
const cssOf = ({ css }: typeof ours, style: object) =>
  JSON.stringify(css(style as SystemStyleObject), (name, value) => (name === '--bg-currentcolor' ? undefined : value))

describe('the list of style properties', () => {
  test('is looked for where screens write them', () => {
    expect([...written.keys()]).toEqual(
      expect.arrayContaining(['px', 'bg', '_hover', 'lineClamp', 'srOnly', 'truncate']),
    )
    expect([...(written.get('borderRadius') ?? [])]).toEqual(expect.arrayContaining(['s', 'm', 'l', 'full']))
    expect(used.length).toBeGreaterThan(60)
  })

  // These two are switches.
  test.each(used.map(([name, values]) => [name, /^(srOnly|truncate)$/.test(name) ? new Set([true]) : values] as const))(
    '%s becomes the same style',
    (name, values) => {
      const differs = [...values].filter(
        (value) => cssOf(ours, { [name]: value }) !== cssOf(complete, { [name]: value }),
      )
      expect(differs).toEqual([])
    },
  )

  test.each(states)('%s is the same state', (name) => {
    expect(cssOf(ours, { [name]: { px: '4' } })).toBe(cssOf(complete, { [name]: { px: '4' } }))
  })

  test('names each other property of CSS that is written, and no other', () => {
    const named = new Set(ours.utility.keys())
    const written = [...plain].filter((name) => !named.has(name))
    expect(written.sort()).toEqual([...cssProperties].sort())
  })
})
