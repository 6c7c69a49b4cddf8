export { ProfileScreen as default } from '#club/brands/ProfileScreen.tsx'
