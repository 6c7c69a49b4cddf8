import { openOneClick } from '../../../server/mail/oneClick'

export const config = { api: { bodyParser: false, externalResolver: true } }

export default openOneClick
