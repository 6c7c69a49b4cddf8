export { OperatorRequestScreen as default } from '../../features/inquiries/staff/OperatorRequestScreen'
