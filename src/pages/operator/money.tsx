export { WaitingMoneyScreen as default } from '#office/waitingMoney/operator/WaitingMoneyScreen.tsx'
