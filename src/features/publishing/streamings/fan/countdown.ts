/** 3, 04:05:06 of what is left; nothing is left of a moment that has passed. */
export const countdownOf = (left: number): { days: number; clock: string } => {
  const seconds = Math.max(0, Math.ceil(left / 1000))
  const two = (n: number) => String(n).padStart(2, '0')
  const clock = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':')
  return { days: Math.floor(seconds / 86_400), clock }
}

/** Polling interval of the page in milliseconds: shorter while a change is expected. */
export const pollTimeOf = (
  status: 'beforeLive' | 'live' | 'beforeVOD' | 'vod' | 'ended',
  untilStart: number,
  eventState: 'canceled' | 'undated' | null = null,
): number | null => {
  if (eventState === 'undated') return 5 * 60_000
  if (status === 'ended' || eventState === 'canceled') return null
  if (status === 'live') return 5000
  if (status === 'vod') return 60_000
  if (status === 'beforeVOD') return 15_000
  if (untilStart < 5 * 60_000) return 5000
  return untilStart < 3_600_000 ? 30_000 : 5 * 60_000
}
