export { IdentityDeskScreen as default } from '#money/payouts/bankAccounts/operator/IdentityDeskScreen.tsx'
