export { PlatformScreen as default } from '#office/platform/PlatformScreen.tsx'
