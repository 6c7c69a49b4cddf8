export { RequestScreen as default } from '../../../../../features/inquiries/staff/RequestScreen'
