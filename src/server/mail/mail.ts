import { z } from 'zod'
import { email } from '#kit/text.ts'

const oneLine = z
  .string()
  .min(1)
  .max(500)
  // A line break in a header would start another header.
  .refine((value) => !/[\p{Cc}\u2028\u2029]/u.test(value), { params: { rule: 'invalidText' } })

export const mail = z.object({
  to: email,
  subject: oneLine,
  text: z.string().max(50_000),
  locale: z.enum(['ja', 'en']),
  replyTo: email.optional(),
  /** RFC 8058 one-click unsubscribe URL; it becomes a header, so its characters are restricted. */
  oneClickUrl: z
    .string()
    .max(900)
    .regex(/^https?:\/\/[A-Za-z0-9._~:/?#@!$&'()*+=%[\]-]+$/)
    .optional(),
})
export type Mail = z.infer<typeof mail>
