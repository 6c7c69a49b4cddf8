export { DashboardScreen as default } from '#office/dashboard/DashboardScreen.tsx'
