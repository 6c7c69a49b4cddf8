import { z } from 'zod'
import { grouped } from './number'

/** A whole number of yen, tax included. There are no cents: nothing here or elsewhere divides by 100. */
export const yen = z.int().min(0).max(99_999_999)
export type Yen = z.infer<typeof yen>

/** Yen (rule: membership.plan). */
export const minimumPlanPrice = 500

/** A sum may also be below zero. */
export const formatYen = (amount: number) => `${amount < 0 ? '-' : ''}¥${grouped(Math.abs(amount))}`
