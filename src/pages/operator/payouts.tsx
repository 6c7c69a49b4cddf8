export { PayoutDeskScreen as default } from '../../features/revenue/operator/PayoutDeskScreen'
