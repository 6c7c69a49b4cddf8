import { useSyncExternalStore } from 'react'
import { colorModeCookie } from '#kit/colorMode.ts'

export type ColorMode = 'light' | 'dark'

const year = 31_536_000
const listeners = new Set<() => void>()

const current = (): ColorMode => (document.documentElement.dataset.mode === 'dark' ? 'dark' : 'light')

/** Switches to the other mode; stored in a cookie for one year. */
export const switchColorMode = () => {
  const mode = current() === 'dark' ? 'light' : 'dark'
  document.documentElement.dataset.mode = mode
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${colorModeCookie}=${mode}; Max-Age=${year}; Path=/; SameSite=Lax${secure}`
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
