import { openOpenapi } from '#program/http/openapiDoor.ts'

export const config = { api: { bodyParser: false, externalResolver: true } }

export default openOpenapi
