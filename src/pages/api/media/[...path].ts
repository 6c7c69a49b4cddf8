import { handleMedia } from '#program/http/media.ts'

export const config = { api: { bodyParser: false, externalResolver: true } }

export default handleMedia
