import type { Role } from '../../kit/contract'

export const memberStatuses = ['invited', 'active', 'removed'] as const

type Actor = { memberId: string; role: Role }
type Target = { memberId: string; role: Role; status: 'invited' | 'active' }

const manages = (role: Role) => role === 'owner' || role === 'admin'

/** Owners are made, changed and removed by owners only; everybody else by owners and admins (records, 2.1). */
export const mayInvite = (actor: Actor, role: Role) =>
  actor.role === 'owner' || (manages(actor.role) && role !== 'owner')

export const mayChange = (actor: Actor, target: Target, role: Role) =>
  mayInvite(actor, target.role) && mayInvite(actor, role)

/** Anybody may leave. */
export const mayRemove = (actor: Actor, target: Target) =>
  actor.memberId === target.memberId || mayInvite(actor, target.role)

/** A club without an owner could never be run again: its last one stays (records, 2.1). */
export const leavesNoOwner = (activeOwners: number, target: Target, role: Role | null) =>
  target.role === 'owner' && target.status === 'active' && role !== 'owner' && activeOwners <= 1
