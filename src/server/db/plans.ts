/**
 * Plans each statement of this transaction for its actual values, for filters that match very many rows for one value
 * and none for another: no generic plan suits both. Planning takes some milliseconds.
 */
export const planForValues = 'set local plan_cache_mode = force_custom_plan'

/**
 * Settings of every session, as libpq's `options`. Compiling a statement takes longer than running it: without statistics,
 * right after a migration or a filling, a statement of some milliseconds was compiled for seconds.
 */
export const sessionOptions = '-c jit=off'
