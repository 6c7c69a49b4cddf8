import { openTestingClock } from '#program/http/testingClock.ts'

export const config = { api: { bodyParser: false, externalResolver: true } }

export default openTestingClock
