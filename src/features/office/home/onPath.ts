/*
 * Whether the brand is on the way to its first member, as its home has last seen it in this tab: then its other pages say what comes
 * next. Kept for the tab, so that the frame of the portal knows it before anything is asked.
 */
const keyOf = (brandId: string) => `tsudoi-on-path-${brandId}`

export const isOnPath = (brandId: string) => sessionStorage.getItem(keyOf(brandId)) !== null

export const markOnPath = (brandId: string, isOn: boolean) =>
  isOn ? sessionStorage.setItem(keyOf(brandId), '1') : sessionStorage.removeItem(keyOf(brandId))
