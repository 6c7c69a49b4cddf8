export const inquiryStates = ['new', 'open', 'answered', 'closed'] as const
export type InquiryState = (typeof inquiryStates)[number]
export const inquiryDirections = ['fanToCreator', 'creatorToPlatform'] as const
export type InquiryDirection = (typeof inquiryDirections)[number]
/** Who answers and who asked. */
export type InquirySide = 'asker' | 'answerer'

/** Of questions to the platform: those of whoever asks, and those that nobody looks after. */
export const assignedFilters = ['mine', 'unassigned'] as const

/** What a message makes of an inquiry: an answer answers it, another word of the asker opens it again. */
export const afterMessage = (side: InquirySide): InquiryState => (side === 'answerer' ? 'answered' : 'open')

/** What staff may set by hand, and from where. */
export const settable = { open: ['new', 'answered', 'closed'], closed: ['new', 'open', 'answered'] } as const
export const maySet = (from: InquiryState, to: keyof typeof settable): boolean =>
  settable[to].some((one) => one === from)
