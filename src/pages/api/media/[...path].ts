import { handleMedia } from '../../../server/storage/door'

export const config = { api: { bodyParser: false, externalResolver: true } }

export default handleMedia
