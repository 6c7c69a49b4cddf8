import { operationDoor } from '#program/http/door.ts'

export const config = { api: { bodyParser: false, externalResolver: true } }

export default operationDoor('cms')
