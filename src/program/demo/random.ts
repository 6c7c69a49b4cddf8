/** Pseudo-random numbers from 0 to 1, the same at every start. */
export const randomFrom = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 4294967296
  }
}
