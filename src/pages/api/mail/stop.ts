import { openOneClick } from '#program/http/oneClick.ts'

export const config = { api: { bodyParser: false, externalResolver: true } }

export default openOneClick
