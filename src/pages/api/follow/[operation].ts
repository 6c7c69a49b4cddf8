import { openFollowed } from '#program/http/follow.ts'

export const config = { api: { bodyParser: false, externalResolver: true } }

export default openFollowed
