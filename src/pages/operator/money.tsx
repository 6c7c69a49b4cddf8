export { WaitingMoneyScreen as default } from '../../features/waitingMoney/operator/WaitingMoneyScreen'
