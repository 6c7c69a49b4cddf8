import { useEffect, useState } from 'react'

const keyOf = (path: string) => `list ${path}`
const pathOf = (href: string) => href.split(/[?#]/)[0] ?? ''

/** How a list was looked at last in this tab, so that the way back to it leads there: its tab, filters, order and page. */
export const useRememberedList = (asPath: string) => {
  useEffect(() => {
    try {
      sessionStorage.setItem(keyOf(pathOf(asPath)), asPath)
    } catch {
      // No storage, no memory.
    }
  }, [asPath])
}

/** The address of a list as it was looked at last, else as it is given. */
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
