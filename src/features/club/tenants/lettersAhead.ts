import type { Letter, Reader } from '#kit/letter.ts'
import { type Invitation, invitation } from './mails'

/** The invitation as it will be sent, for the dialog of who invites; its secret is made then. */
export const invitationAhead = (to: Reader, said: Omit<Invitation, 'secret'>): Letter =>
  invitation(to, { ...said, secret: to.locale === 'ja' ? '（招待の番号）' : '(the code of the invitation)' })
