import { operationDoor } from '../../../server/http/door'

export const config = { api: { bodyParser: false, externalResolver: true } }

export default operationDoor('public')
