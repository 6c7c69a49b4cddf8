/**
 * A library's source without the places that are named: each a pattern, how often it stands there, and what stands there instead.
 * Another count fails the build, so that an update which moves a place is looked at.
 */
exports.cutOut = (name, source, cuts) => {
  let code = source
  for (const [place, count, instead] of cuts) {
    const found = code.match(place)?.length ?? 0
    if (found !== count) throw new Error(`${name} has ${found} places like ${place}, not ${count}: see scripts/*.cjs.`)
    code = code.replace(place, instead)
  }
  return code
}
