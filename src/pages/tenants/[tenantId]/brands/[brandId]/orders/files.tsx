export { FilesScreen as default } from '#shop/desk/files/FilesScreen.tsx'
