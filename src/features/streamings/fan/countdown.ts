/** 3, 04:05:06 of what is left; nothing is left of a moment that has passed. */
export const countdownOf = (left: number): { days: number; clock: string } => {
  const seconds = Math.max(0, Math.ceil(left / 1000))
  const two = (n: number) => String(n).padStart(2, '0')
  const clock = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':')
  return { days: Math.floor(seconds / 86_400), clock }
}

/** How often the page asks what has become of the streaming, in milliseconds: more often where something is about to happen. */
export const pollTimeOf = (
  status: 'beforeLive' | 'live' | 'beforeVOD' | 'vod' | 'ended',
  untilStart: number,
): number | null => {
  if (status === 'ended') return null
  if (status === 'live') return 5000
  if (status === 'vod') return 60_000
  if (status === 'beforeVOD') return 15_000
  if (untilStart < 5 * 60_000) return 5000
  return untilStart < 3_600_000 ? 30_000 : 5 * 60_000
}
