export { FanListScreen as default } from '#office/fans/FanListScreen.tsx'
