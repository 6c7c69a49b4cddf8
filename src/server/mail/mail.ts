import { z } from 'zod'
import { letterPart } from '#kit/letter.ts'
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
  /** The same as `text`, to be shown with a face of its own; a mail without them is plain text alone. */
  parts: z.array(letterPart).max(500).optional(),
  /** The brand in whose name it is sent; otherwise the platform itself. */
  sender: z.object({ name: oneLine, accentColor: z.string().max(20) }).optional(),
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
