export { OrderListScreen as default } from '#shop/desk/OrderListScreen.tsx'
