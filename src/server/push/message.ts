import { z } from 'zod'

/** What the service worker shows. `path` is opened by a press; a message replaces an older one of the same `tag`. */
export const pushMessage = z.object({
  title: z.string().min(1).max(120),
  body: z.string().max(400),
  path: z
    .string()
    .max(300)
    .regex(/^\/(?![/\\])\S*$/),
  tag: z.string().min(1).max(120),
  locale: z.enum(['ja', 'en']),
})
export type PushMessage = z.infer<typeof pushMessage>
