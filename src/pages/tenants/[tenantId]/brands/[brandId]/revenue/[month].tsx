export { RevenueMonthScreen as default } from '#money/payouts/revenue/RevenueMonthScreen.tsx'
