export { JoinScreen as default } from '#office/club/JoinScreen.tsx'
