import { serverConfig } from '#config.server.ts'

/** Conditions of payouts, from the settings. `sender` null: the platform's bank account is not set yet. */
export const payoutTerms = () => {
  const { MINIMUM_PAYOUT, PAYOUT_FEE, RETURN_FEE, PAYOUT_SENDER_CODE, PAYOUT_SENDER_NAME, PAYOUT_SENDER_ACCOUNT } =
    serverConfig()
  const [bankCode = '', branchCode = '', accountType = '1', accountNumber = ''] =
    PAYOUT_SENDER_ACCOUNT?.split('-') ?? []
  const isKnown = PAYOUT_SENDER_CODE && PAYOUT_SENDER_NAME && PAYOUT_SENDER_ACCOUNT
  return {
    minimum: MINIMUM_PAYOUT,
    fee: PAYOUT_FEE,
    returnFee: RETURN_FEE,
    sender: isKnown
      ? {
          code: PAYOUT_SENDER_CODE,
          name: PAYOUT_SENDER_NAME,
          bankCode,
          branchCode,
          accountType: accountType as '1' | '2',
          accountNumber,
        }
      : null,
  }
}
