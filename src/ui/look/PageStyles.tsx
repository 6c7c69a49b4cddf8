import createCache from '@emotion/cache'

/**
 * Gathers the styles of one page while it is rendered on the server, so that they stand once in its head. Left to itself
 * emotion writes a `<style>` beside every first use; the browser recalculates the styles at each, and once more when
 * the client collects them. The cache goes to the app as a property: the document is bundled with an emotion of its own.
 */
export const gatherStyles = () => {
  const cache = createCache({ key: 'css' })
  // Keeps the rules in the cache instead of writing them beside the elements.
  cache.compat = true

  /** Attribute by which the client finds them: global rules one by one, all others together. */
  const tags = () => {
    const rules = Object.entries(cache.inserted).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    )
    const isGlobal = ([name]: [string, string]) => cache.registered[`${cache.key}-${name}`] === undefined
    const own = rules.filter((rule) => !isGlobal(rule))
    const tag = (attribute: string, css: string) => (
      // biome-ignore lint/security/noDangerouslySetInnerHtml: rules that emotion has serialised.
      <style key={attribute} data-emotion={attribute} dangerouslySetInnerHTML={{ __html: css }} />
    )
    return [
      ...rules.filter(isGlobal).map(([name, css]) => tag(`${cache.key}-global ${name}`, css)),
      tag([cache.key, ...own.map(([name]) => name)].join(' '), own.map(([, css]) => css).join('')),
    ]
  }
  return { cache, tags }
}
