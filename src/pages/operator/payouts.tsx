export { PayoutDeskScreen as default } from '#money/payouts/revenue/operator/PayoutDeskScreen.tsx'
