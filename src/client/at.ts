import { baseOf } from '#kit/base.ts'
import type { Contract, Operation } from '#kit/contract.ts'

declare const operation: unique symbol
/** Where an operation is called; its payload and result are known by type alone. */
export type At<O extends Operation = Operation> = { base: 'cms' | 'public'; name: string; [operation]?: O }

/**
 * Names an operation of a contract that is imported as a type: `at<typeof plans>()('getPublicPlans')`. The contract itself
 * would add zod to the first paint of a fan-facing page.
 */
export const at =
  <C extends Contract>() =>
  <Name extends keyof C & string>(name: Name): At<C[Name]> => ({
    base: baseOf(name),
    name,
  })
