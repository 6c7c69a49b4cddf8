export const inquiryStates = ['new', 'open', 'answered', 'closed'] as const
export type InquiryState = (typeof inquiryStates)[number]
export const inquiryDirections = ['fanToCreator', 'creatorToPlatform'] as const
export type InquiryDirection = (typeof inquiryDirections)[number]
/** The side that asks and the side that answers. */
export type InquirySide = 'asker' | 'answerer'

/** Inquiries to the platform only: assigned to the caller, or to nobody. */
export const assignedFilters = ['mine', 'unassigned'] as const

/** Who receives an answer: the asker by mail, without their address other members of the club, or nobody. */
export const answerReaches = ['asker', 'club', 'nobody'] as const
export type AnswerReach = (typeof answerReaches)[number]

/** State after a message: answered by an answer, open again after another message of the asker. */
export const afterMessage = (side: InquirySide): InquiryState => (side === 'answerer' ? 'answered' : 'open')

/** States that staff can set, each with the states that it can be set from. */
export const settable = { open: ['new', 'answered', 'closed'], closed: ['new', 'open', 'answered'] } as const
export const maySet = (from: InquiryState, to: keyof typeof settable): boolean =>
  settable[to].some((one) => one === from)
