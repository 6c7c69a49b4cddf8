export { RevenueScreen as default } from '#money/payouts/revenue/RevenueScreen.tsx'
