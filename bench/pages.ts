import { compare, compareTable, say } from './measure'
import { startBareNext } from './startBareNext'
import type { Part } from './world'

/** A kept fan-facing page against a static page of a bare Next. */
export const pages: Part = async ({ house }) => {
  const { url, pid, stop } = await startBareNext()
  try {
    // The headers of a browser.
    const headers = { 'accept-encoding': 'gzip, br' }
    const ours = { url: `${house.origin}/fc/aoi`, headers, pid: house.pid() }
    const compared = await compare(ours, { url, headers, pid })
    say('\nA fan-facing page, against a static page of a bare Next')
    compareTable([['/fc/aoi', compared]])
    return compared.rate < 1
      ? [`a kept page reaches ${compared.rate.toFixed(2)} of a bare static page's rate, wanted 1`]
      : []
  } finally {
    stop()
  }
}
