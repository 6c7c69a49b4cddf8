import type { Payments } from './payments'

export const payments = (): Payments => {
  throw new Error('No payment provider is connected.')
}
