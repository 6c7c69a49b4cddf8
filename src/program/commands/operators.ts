import { accountByEmail } from '#server/identity/identity.ts'
import { type Command, say } from './command'

/** Who may do what operators do: the addresses of OPERATOR_EMAILS, once the account behind one has confirmed it. */
export const command: Command = {
  run: async ({ OPERATOR_EMAILS: emails }) => {
    if (emails.length === 0) say('FAILS    OPERATOR_EMAILS is empty: nobody can approve clubs or pay out')
    let failed = emails.length === 0 ? 1 : 0
    for (const email of emails) {
      const account = await accountByEmail(email)
      const problem =
        (account === null && 'there is no account with this address yet') ||
        (account?.isDisabled && 'the account is disabled at the identity provider') ||
        (!account?.emailVerified && 'the address is not verified: the account is no operator until it is')
      if (problem) failed++
      say(problem ? `FAILS    ${email}: ${problem}` : `works    ${email}: an operator`)
    }
    return failed === 0 ? 0 : 1
  },
}
