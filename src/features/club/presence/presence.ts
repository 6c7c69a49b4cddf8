/** What has a page for editing, whose save may meet somebody else's. */
export const editedKinds = ['content', 'plan', 'event', 'goods', 'eventGoods', 'profile'] as const
export type EditedKind = (typeof editedKinds)[number]

/** Whoever has a page open says so this often, and is gone once nothing was heard for so long: together a minute (rule: editing.together). */
export const saidEvery = 15_000
export const heardFor = 45_000
