export { BinPage as default } from '#office/bin/BinPage.tsx'
