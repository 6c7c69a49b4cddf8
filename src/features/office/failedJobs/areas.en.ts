import type { Area } from './failedJob'

const areas: Record<Area, string> = {
  mail: 'Sending a mail',
  payment: 'A payment or refund',
  membership: 'Memberships or a plan',
  upload: 'A video or file',
  file: 'Making a file',
  delivery: 'A shipment',
  notice: 'Sending a notice',
  daily: 'The work of a day',
}

export default areas
