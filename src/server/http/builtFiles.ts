import { existsSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import sirv from 'sirv'

const prefix = '/_next/static'

/**
 * The scripts of a build, compressed once (scripts/build.mjs, beside a first start): Next would compress each of them again for every
 * visitor, and less well. Returns whether there was such a file.
 */
export const builtFiles = (buildFolder: string) => {
  const isCompressed = () => existsSync(join(buildFolder, 'tsudoi-compressed'))
  // Reads the list of files once; no other file is ever opened.
  const open = () =>
    sirv(join(buildFolder, 'static'), { immutable: true, maxAge: 31_536_000, brotli: true, gzip: true })
  let wasCompressed = isCompressed()
  let serve = open()
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { url = '' } = request
    if (!url.startsWith(`${prefix}/`) || (request.method !== 'GET' && request.method !== 'HEAD')) return false
    if (!wasCompressed && isCompressed()) {
      wasCompressed = true
      serve = open()
    }
    // sirv throws on a range that ends before it begins, and mixes ranges with compression: built files are sent whole.
    delete request.headers.range
    let isThere = true
    request.url = url.slice(prefix.length)
    serve(request, response, () => {
      isThere = false
    })
    request.url = url
    return isThere
  }
}
