export { MemberMovesScreen as default } from '#office/dashboard/MemberMovesScreen.tsx'
