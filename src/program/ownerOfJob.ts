import type { Ports } from '#server/ports.ts'

/** Asks the definition of a job; its list is read late, since jobs are given these ports. */
export const ownerOfJob: Ports['ownerOfJob'] = async (db, name, data) => {
  const { jobList } = await import('./jobList')
  const definition = jobList.get(name)
  if (!definition || definition.about === 'platform') return null
  const parsed = definition.data.safeParse(data)
  const owner = parsed.success ? await definition.about(db, parsed.data) : null
  return owner?.tenantId ? { tenantId: owner.tenantId, brandId: owner.brandId } : null
}
