export { RevenueMonthScreen as default } from '../../../../../../features/revenue/RevenueMonthScreen'
