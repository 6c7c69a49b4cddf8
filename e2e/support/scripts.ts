import { gzipSync } from 'node:zlib'
import type { APIRequestContext } from '@playwright/test'

/** How large scripts are together, compressed, in KB; each address is asked for once. */
export const sizesOfScripts = (request: APIRequestContext) => {
  const sizes = new Map<string, Promise<number>>()
  const sizeOf = (address: string) => {
    const size =
      sizes.get(address) ??
      request.get(address).then(async (answer) => gzipSync(await answer.body(), { level: 9 }).length)
    sizes.set(address, size)
    return size
  }
  return async (addresses: readonly string[]) =>
    (await Promise.all([...new Set(addresses)].map(sizeOf))).reduce((sum, size) => sum + size, 0) / 1024
}
