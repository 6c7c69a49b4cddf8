export { AccountScreen as default } from '#office/accounts/AccountScreen.tsx'
