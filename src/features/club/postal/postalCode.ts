/** What is typed of a postal code or a phone number without hyphens, spaces, brackets and the postal mark; full-width digits become plain. */
export const digitsOf = (typed: string) => typed.normalize('NFKC').replace(/[-\s()ー‐−〒]/g, '')

/** Whether a part of an address may be filled in: nothing stands there, or what the postal code before has brought. */
export const isUntyped = (now: string, filledBefore: string | undefined) => now === '' || now === filledBefore

/** A postal code as it is written on letters, of digits with or without a hyphen; what is none stays as it is. */
export const postalText = (code: string) => code.replace(/^(\d{3})-?(\d{4})$/, '〒$1-$2')
