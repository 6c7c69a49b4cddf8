import { serverConfig } from '#config.server.ts'
import type { Fees } from '#kit/fees.ts'

const millionths = (rate: number) => Math.round(rate * 1_000_000)

/** The platform's fees on a sale, from the settings. */
export const fees = (): Fees => {
  const { PLATFORM_FEE_RATE, PAYMENT_FEE_RATE, KONBINI_FEE } = serverConfig()
  return { platformFee: millionths(PLATFORM_FEE_RATE), paymentFee: millionths(PAYMENT_FEE_RATE), konbini: KONBINI_FEE }
}
