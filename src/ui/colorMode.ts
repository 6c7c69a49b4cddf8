import { useSyncExternalStore } from 'react'

export type ColorMode = 'light' | 'dark'

const year = 31_536_000
const listeners = new Set<() => void>()

const current = (): ColorMode => (document.documentElement.dataset.mode === 'dark' ? 'dark' : 'light')

/** For this browser, for one year. Before the first paint `public/mode.js` reads the same cookie. */
export const setColorMode = (mode: ColorMode) => {
  document.documentElement.dataset.mode = mode
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `tsudoi-color-mode=${mode}; Max-Age=${year}; Path=/; SameSite=Lax${secure}`
  for (const listener of listeners) listener()
}

export const useColorMode = (): ColorMode =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    current,
    () => 'light',
  )
