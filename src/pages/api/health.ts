import { openHealth } from '#program/http/monitoring.ts'

export const config = { api: { bodyParser: false, externalResolver: true } }

export default openHealth
