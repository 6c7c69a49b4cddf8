import { useEffect, useState } from 'react'

const keyOf = (path: string) => `list ${path}`
const pathOf = (href: string) => href.split(/[?#]/)[0] ?? ''

/** Stores a list's URL (tab, filters, order, page) for this browser tab, so that links back to the list restore it. */
export const useRememberedList = (asPath: string) => {
  useEffect(() => {
    try {
      sessionStorage.setItem(keyOf(pathOf(asPath)), asPath)
    } catch {
      // Without storage nothing is remembered.
    }
  }, [asPath])
}

/** The last URL of a list in this browser tab, else `href`. */
export const useLastList = (href: string): string => {
  const [last, setLast] = useState(href)
  useEffect(() => {
    try {
      setLast(sessionStorage.getItem(keyOf(pathOf(href))) ?? href)
    } catch {
      setLast(href)
    }
  }, [href])
  return pathOf(last) === pathOf(href) ? last : href
}
