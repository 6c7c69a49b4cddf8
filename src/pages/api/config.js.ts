import { openSettings } from '#program/http/settings.ts'

export const config = { api: { bodyParser: false, externalResolver: true } }

export default openSettings
