import { useRead } from '#client/useOperation.ts'
import { postal } from './contract'
import { digitsOf } from './postalCode'

export type Place = { prefecture: string; town: string }

/** The place of a postal code while it is typed: undefined until it is whole and answered, null where nobody has it. */
export const usePlaceOfCode = (typed: string): { code: string; place: Place | null | undefined } => {
  const code = digitsOf(typed)
  const { data, isStale } = useRead(postal.getAddressByPostalCode, /^\d{7}$/.test(code) ? { postalCode: code } : null)
  // Otherwise the place of the code before would stay, and its own code would bring nothing when it is typed again.
  return { code, place: isStale ? undefined : data?.address }
}
