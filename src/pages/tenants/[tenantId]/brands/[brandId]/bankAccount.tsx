export { BankAccountScreen as default } from '../../../../../features/bankAccounts/BankAccountScreen'
