export { HomeScreen as default } from '#office/home/HomeScreen.tsx'
