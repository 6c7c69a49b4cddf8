export { IdentityDeskScreen as default } from '../../features/bankAccounts/operator/IdentityDeskScreen'
