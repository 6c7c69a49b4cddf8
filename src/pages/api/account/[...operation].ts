import { openAccountDoor } from '#program/http/account.ts'

export const config = { api: { bodyParser: false, externalResolver: true } }

export default openAccountDoor
