/** 3, 04:05:06 of what is left; nothing is left of a moment that has passed. */
export const countdownOf = (left: number): { days: number; clock: string } => {
  const seconds = Math.max(0, Math.ceil(left / 1000))
  const two = (n: number) => String(n).padStart(2, '0')
  const clock = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':')
  return { days: Math.floor(seconds / 86_400), clock }
}

/** Milliseconds before its hour from which on who waits for a live follows its room. */
export const soon = 5 * 60_000

/**
 * Polling interval of the page in milliseconds: shorter while a change is expected, unless the room that it follows tells of it
 * (`isTold`): thousands who watch would ask hundreds of times a second.
 */
export const pollTimeOf = (
  status: 'beforeLive' | 'live' | 'beforeVOD' | 'vod' | 'ended',
  untilStart: number,
  { eventState = null, isTold = false }: { eventState?: 'canceled' | 'undated' | null; isTold?: boolean } = {},
): number | null => {
  if (eventState === 'undated') return 5 * 60_000
  if (status === 'ended' || eventState === 'canceled') return null
  if (isTold) return 60_000
  if (status === 'live') return 5000
  if (status === 'vod') return 60_000
  if (status === 'beforeVOD') return 15_000
  if (untilStart < soon) return 5000
  return untilStart < 3_600_000 ? 30_000 : 5 * 60_000
}
