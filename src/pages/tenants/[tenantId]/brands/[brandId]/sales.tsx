export { SalesScreen as default } from '#office/sales/SalesScreen.tsx'
