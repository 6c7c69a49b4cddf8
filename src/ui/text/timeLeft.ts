import { useEffect, useState } from 'react'
import type { Locale } from '#client/words.tsx'

/** Milliseconds until a moment, renewed each second; null until it is in the browser: the server's clock differs from the browser's. */
export const useTimeLeft = (until: number): number | null => {
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => {
    const tick = () => setLeft(Math.max(0, until - Date.now()))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [until])
  return left
}

const units = { ja: ['日', '時間', '分', '秒'], en: [' d', ' h', ' min', ' s'] }

/** The two largest units: "3日 4時間", "12 min 5 s". */
export const timeLeftText = (milliseconds: number, locale: Locale): string => {
  const seconds = Math.floor(milliseconds / 1000)
  const parts = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
    seconds % 60,
  ]
  const first = seconds >= 86_400 ? 0 : seconds >= 3600 ? 1 : 2
  return [first, first + 1].map((n) => `${parts[n]}${units[locale][n]}`).join(' ')
}
