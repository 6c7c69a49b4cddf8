export { HomeScreen as default } from '#office/portal/HomeScreen.tsx'
