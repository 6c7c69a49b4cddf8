import type { Yen } from './money'

/** In parts of a million, so that a rate such as 0.036 multiplies without a float's rest. */
export type Rates = { platformFee: number; paymentFee: number }
/** `konbini` is what the fan pays on top at a store, in yen. */
export type Fees = Rates & { konbini: Yen }

/** Fee in yen of an amount at a rate in millionths; rounded down, per movement (rule: money.fees). */
export const feeOf = (amount: Yen, millionths: number): Yen => Math.floor((amount * millionths) / 1_000_000)
