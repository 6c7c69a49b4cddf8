import { handleMedia } from '../../../server/storage/media'

export const config = { api: { bodyParser: false, externalResolver: true } }

export default handleMedia
