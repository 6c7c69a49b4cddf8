/** What is typed of a postal code or a phone number without hyphens, spaces, brackets and the postal mark; full-width digits become plain. */
export const digitsOf = (typed: string) => typed.normalize('NFKC').replace(/[-\s()ー‐−〒]/g, '')

/** Whether a part of an address may be filled in: nothing stands there, or what the postal code before has brought. */
export const isUntyped = (now: string, filledBefore: string | undefined) => now === '' || now === filledBefore
