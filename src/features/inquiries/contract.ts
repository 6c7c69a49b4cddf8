import { z } from 'zod'
import { contract, visitorWrite } from '../../kit/contract'
import { email, text } from '../../kit/text'

export const inquiryLengths = { fromName: 80, subject: 120, content: 5000 } as const

export const inquiries = contract({
  /** A letter to the people behind a brand: mailed to its owner and administrators, and kept. */
  contactCreator: visitorWrite({
    by: 'brand',
    payload: {
      fromName: text({ min: 1, max: inquiryLengths.fromName }),
      from: email,
      subject: text({ min: 1, max: inquiryLengths.subject }),
      content: text({ min: 1, max: inquiryLengths.content, lines: true }),
    },
    result: z.object({ success: z.literal(true) }),
    limit: { points: 5, seconds: 3600 },
  }),
})
