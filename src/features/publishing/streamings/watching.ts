/*
 * Who watches. The page of a live loads this: it imports nothing, so that no schemas (31 KB) come with it.
 */

/** Devices report every `watchEvery`; after `watchedFor` without a report a device counts as gone. */
export const watchEvery = 30_000
export const watchedFor = 75_000
/** On how many devices one account may watch at the same time (rule: time.plays). */
export const mostPlays = 2
/**
 * How long the cookies of one answer are good for a fan's device, so that one that is refused later does not go on for
 * hours.
 */
export const liveFor = 15 * 60_000
/** Viewers are counted at most this often, however many there are. */
export const countedEvery = 10_000
