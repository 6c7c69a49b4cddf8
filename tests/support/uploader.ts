import { createHash, randomBytes } from 'node:crypto'
import { diskStorage } from '#server/storage/disk.ts'

/** Stores files without end and names each one that is safe; the test ends it by kill -9. */
const storage = diskStorage()
for (let i = 0; ; i++) {
  const bytes = randomBytes(200_000)
  const key = `private/tenant_a/${process.pid}-${i}.bin`
  await storage.put(key, bytes, 'application/zip')
  process.stdout.write(`${key} ${createHash('md5').update(bytes).digest('hex')}\n`)
}
