export { StartScreen as default } from '#club/applications/StartScreen.tsx'
