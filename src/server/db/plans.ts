/**
 * Plans each statement of this transaction for its actual values, for filters that match very many rows for one value
 * and none for another: no generic plan suits both. Planning takes some milliseconds.
 */
export const planForValues = 'set local plan_cache_mode = force_custom_plan'

export type Settings = Record<string, string>

/** As libpq's `options`. */
export const optionsOf = (settings: Settings) =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

/**
 * Compiling a statement takes longer than running it: without statistics, right after a migration or a filling, a statement
 * of some milliseconds was compiled for seconds.
 */
const everySession = { jit: 'off' }

/**
 * Of sessions that serve calls. Each filter is a statement of its own, so mostly one plan suits all arguments, and is kept after five
 * times; PostgreSQL goes on planning for the values where it expects that to cost less than a plan that knows neither how many rows are
 * wanted nor of which club. The page cost is that of memory or an SSD, so that small tables use their indexes, too.
 */
export const plansOfCalls: Settings = {
  ...everySession,
  plan_cache_mode: 'auto',
  random_page_cost: '1.1',
}

/**
 * Of migrations, the queue and whoever listens: without the time limits of calls, also where these are settings of the role
 * (`setForRole`).
 */
export const unhurried = optionsOf({
  ...everySession,
  plan_cache_mode: 'auto',
  lock_timeout: '0',
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
})
