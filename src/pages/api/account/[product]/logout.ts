import { accountDoor } from '#server/identity/account.ts'

export const config = { api: { bodyParser: false, externalResolver: true } }

export default accountDoor('logout')
