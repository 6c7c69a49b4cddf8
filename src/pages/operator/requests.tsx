export { OperatorRequestScreen as default } from '#club/inquiries/staff/OperatorRequestScreen.tsx'
