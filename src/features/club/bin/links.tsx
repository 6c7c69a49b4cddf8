import { routes } from '#client/routes.ts'
import type { BinKind } from './bin'

/* Not among the routes, which are part of every page's scripts: a brand's page has no byte left of its 170 KB. */

export const binPattern = `${routes.brand.pattern}/bin`
export const binHref = (ids: { tenantId: string; brandId: string }, kind?: BinKind): string =>
  `${routes.brand(ids)}/bin${kind ? `?kind=${kind}` : ''}`
