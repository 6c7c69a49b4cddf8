import { operationDoor } from '../../../server/door'

export const config = { api: { bodyParser: false, externalResolver: true } }

export default operationDoor('cms')
