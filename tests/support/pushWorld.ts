import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import './world'
import { openPushService } from './pushService'

/** Imported before anything reads the settings: the program sends its messages to this service. */
export const pushService = await openPushService()
process.env.PUSH_TEST_ORIGIN = pushService.origin

/** One pair in 256 has a private key that begins with a zero byte, which OpenSSL leaves out; these tests have such a pair always. */
const privateKey = `00${randomBytes(31).toString('hex')}`
writeFileSync(join(process.env.DATA_DIR ?? '', 'vapid-private-key'), privateKey, { flag: 'wx', mode: 0o600 })
