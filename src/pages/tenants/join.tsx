export { JoinScreen as default } from '#club/tenants/JoinScreen.tsx'
