/** Parts of a brand's page below its head, in their usual order; `glance` names what is free and the next live. */
export const pageParts = ['glance', 'contents', 'goods', 'comments', 'plans', 'about'] as const
export type PagePart = (typeof pageParts)[number]

/** All parts: those that the creator has ordered, then the others in their usual order. */
export const partsInOrder = (chosen: readonly PagePart[]): PagePart[] => [...new Set([...chosen, ...pageParts])]

/** How many contents, and how many goods, may stand first on a brand's page. */
export const mostPinned = 3
