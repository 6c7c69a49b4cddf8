import { serverConfig } from '#config.server.ts'
import { diskStorage } from './disk'
import { s3Storage } from './s3'
import type { Storage } from './types'

let chosen: Storage | undefined
export const storage = (): Storage => {
  chosen ??= serverConfig().S3_BUCKET ? s3Storage() : diskStorage()
  return chosen
}
