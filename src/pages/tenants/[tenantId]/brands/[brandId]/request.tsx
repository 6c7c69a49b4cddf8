export { RequestScreen as default } from '#club/inquiries/staff/RequestScreen.tsx'
