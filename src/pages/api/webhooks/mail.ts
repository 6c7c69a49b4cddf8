import { openMailReports } from '#program/http/mailReports.ts'

export const config = { api: { bodyParser: false, externalResolver: true } }

export default openMailReports
