import type { Role } from '#kit/contract.ts'
import type { Letter, Reader } from '#kit/letter.ts'
import { invitation } from './mails'

/** The invitation as it will be sent, for the dialog of who invites; its secret is made then. */
export const invitationAhead = (to: Reader, role: Role): Letter =>
  invitation(to, role, to.locale === 'ja' ? '（招待の番号）' : '(the code of the invitation)')
