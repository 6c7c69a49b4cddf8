import { openApp } from '#program/http/app.ts'

export const config = { api: { bodyParser: false, externalResolver: true } }

export default openApp
