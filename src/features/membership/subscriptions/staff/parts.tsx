import type { Tone } from '#ui/Badge.tsx'

export const statusTones: Record<string, Tone> = {
  active: 'ok',
  scheduledToCancel: 'warn',
  scheduledToArchive: 'warn',
  paymentIncomplete: 'bad',
  requiredKonbiniPayment: 'warn',
}
