import type { Role } from '#kit/contract.ts'
import { day, type Instant } from '#kit/time.ts'

export const memberStatuses = ['invited', 'active', 'removed'] as const

/** Invitations expire: whoever gains access to the mailbox later could use an old mail. */
export const invitationLapsesAfter = 14 * day
export const invitedUntil = ({ invitedAt }: { invitedAt: Instant }): Instant => invitedAt + invitationLapsesAfter

type Brands = readonly string[] | null
type Actor = { memberId: string; role: Role; brandIds: Brands }
type Target = { memberId: string; role: Role; brandIds: Brands; status: 'invited' | 'active' }

const manages = (role: Role) => role === 'owner' || role === 'admin'

/** A member limited to some brands manages only people of these brands, and cannot give more rights than their own. */
const covers = (mine: Brands, theirs: Brands) =>
  mine === null || theirs?.every((brandId) => mine.includes(brandId)) === true

/** Owners are made, changed and removed by owners only; everybody else by owners and admins (rule: access.owners). */
export const mayInvite = (actor: Actor, role: Role, brandIds: Brands = actor.brandIds) =>
  covers(actor.brandIds, brandIds) && (actor.role === 'owner' || (manages(actor.role) && role !== 'owner'))

export const mayChange = (actor: Actor, target: Target, role: Role, brandIds: Brands) =>
  mayInvite(actor, target.role, target.brandIds) && mayInvite(actor, role, brandIds)

/** Anybody may leave. */
export const mayRemove = (actor: Actor, target: Target) =>
  actor.memberId === target.memberId || mayInvite(actor, target.role, target.brandIds)

/** A club without an owner could never be run again: its last one stays (rule: access.owners). */
export const leavesNoOwner = (activeOwners: number, target: Target, role: Role | null) =>
  target.role === 'owner' && target.status === 'active' && role !== 'owner' && activeOwners <= 1
