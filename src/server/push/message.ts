import { z } from 'zod'

const path = z
  .string()
  .max(300)
  .regex(/^\/(?![/\\])\S*$/)

/** What the service worker shows. `path` is opened by a press; a message replaces an older one of the same `tag`. */
export const pushMessage = z.object({
  title: z.string().min(1).max(120),
  body: z.string().max(400),
  path,
  tag: z.string().min(1).max(120),
  locale: z.enum(['ja', 'en']),
  /** The club's picture beside it, at this site. */
  icon: path.optional(),
  /** What is told, at this device: a message that comes again, as after a sender has died, is not heard again. */
  id: z.string().max(80).optional(),
})
export type PushMessage = z.infer<typeof pushMessage>
