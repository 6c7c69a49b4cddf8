export { BankAccountScreen as default } from '#money/payouts/bankAccounts/BankAccountScreen.tsx'
