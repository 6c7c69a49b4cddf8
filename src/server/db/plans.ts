/**
 * Statements of this transaction are planned for the values that they are asked with, each time anew. For what finds very
 * many rows by one value and none by another: no plan is right for both. Planning takes some milliseconds.
 */
export const planForValues = 'set local plan_cache_mode = force_custom_plan'
